package dev.semel.benchmarks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A table of a contender. It starts with as many rows as those of the others, so that none has the advantage of an empty index.
 *
 * @param site where it is
 * @param empty how all rows are removed
 * @param insert fills in a finished row
 * @param count how finished rows are counted
 * @param filling what the rows at the start hold
 */
record Rows(Site site, String empty, String insert, String count, Filling filling) {
    static final int AT_THE_START = 2_000;
    static final byte[] RESULT = random(1024);

    /** What a filled row holds. */
    @FunctionalInterface
    interface Filling {
        Object[] row(int number);
    }

    static byte[] random(int size) {
        byte[] bytes = new byte[size];
        ThreadLocalRandom.current().nextBytes(bytes);
        return bytes;
    }

    /** Makes it hold what it holds at the start. */
    void reset() throws SQLException {
        site.execute(empty);
        try (Connection connection = site.pool().getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement statement = connection.prepareStatement(insert)) {
                for (int i = 0; i < AT_THE_START; i++) {
                    Object[] values = filling.row(i);
                    for (int column = 0; column < values.length; column++) {
                        statement.setObject(column + 1, values[column]);
                    }
                    statement.addBatch();
                }
                statement.executeBatch();
            }
            connection.commit();
            connection.setAutoCommit(true);
        }
    }

    /** Fails unless it holds so many more rows than at the start, all finished. */
    void verify(long more) throws SQLException {
        try (Connection connection = site.pool().getConnection();
                PreparedStatement statement = connection.prepareStatement(count);
                ResultSet found = statement.executeQuery()) {
            found.next();
            long expected = AT_THE_START + more;
            if (found.getLong(1) != expected) {
                throw new IllegalStateException("expected " + expected + " rows, found " + found.getLong(1) + " by \""
                        + count + "\": what was measured did not do its work");
            }
        }
    }

    static boolean same(byte[] result) {
        return Arrays.equals(RESULT, result);
    }
}
