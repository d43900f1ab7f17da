package dev.semel.jdbc.dialect.innodb;

import dev.semel.jdbc.dialect.Dialect;
import dev.semel.jdbc.sql.Purge;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Deletes rows past their time on MySQL and MariaDB, with as many statements as the limit on their size requires. */
final class InnoDbPurge implements Purge {
    private final InnoDb dialect;
    private final String overdue;
    private final Function<Integer, String> delete;

    /**
     * Composes the statements.
     *
     * @param overdue the condition of the rows, and their order
     */
    InnoDbPurge(InnoDb dialect, String name, String table, String overdue) {
        this.dialect = dialect;
        this.overdue = dialect.named(
                name + ": find",
                "SELECT digest FROM " + table + " WHERE " + overdue + " LIMIT ? FOR UPDATE SKIP LOCKED");
        this.delete = dialect.named(
                name + ": delete",
                2,
                keys -> "DELETE FROM " + table + " WHERE digest IN (" + Dialect.parameters(keys) + ")");
    }

    @Override
    public int run(Connection connection, long... parameters) throws SQLException {
        int isolation = connection.getTransactionIsolation();
        // Under the default level, the search would lock gaps that other transactions need for inserts.
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        try {
            return dialect.inTransaction(
                    connection, "START TRANSACTION", same -> delete(same, overdue(same, parameters)));
        } finally {
            connection.setTransactionIsolation(isolation);
        }
    }

    private List<byte[]> overdue(Connection connection, long... parameters) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(overdue)) {
            for (int i = 0; i < parameters.length; i++) {
                select.setLong(i + 1, parameters[i]);
            }
            try (ResultSet found = select.executeQuery()) {
                List<byte[]> keys = new ArrayList<>();
                while (found.next()) {
                    keys.add(found.getBytes(1));
                }
                return keys;
            }
        }
    }

    private int delete(Connection connection, List<byte[]> keys) throws SQLException {
        int most = dialect.mostKeys();
        int deleted = 0;
        for (int start = 0; start < keys.size(); start += most) {
            int end = (int) Math.min(keys.size(), (long) start + most);
            deleted += deleteTogether(connection, keys.subList(start, end));
        }
        return deleted;
    }

    private int deleteTogether(Connection connection, List<byte[]> keys) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(delete.apply(keys.size()))) {
            int index = 0;
            for (byte[] key : keys) {
                statement.setBytes(++index, key);
            }
            return statement.executeUpdate();
        }
    }
}
