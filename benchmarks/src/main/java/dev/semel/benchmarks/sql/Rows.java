package dev.semel.benchmarks.sql;

import dev.semel.benchmarks.measure.Contender.Trace;
import dev.semel.benchmarks.servers.SqlPool;
import dev.semel.benchmarks.workload.StoredResults;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.function.IntFunction;

/**
 * A table of a contender. It has as many rows in its initial state as the tables of the others.
 *
 * @param pool the connections to its database
 * @param empty deletes all rows
 * @param insert inserts a finished row
 * @param finished counts the finished rows
 * @param initial returns the values of one row of the initial state
 */
record Rows(SqlPool pool, String empty, String insert, String finished, IntFunction<Object[]> initial)
        implements Trace {

    void clear() throws SQLException {
        pool.execute(empty);
    }

    /** Restores the initial state. */
    void reset() throws SQLException {
        clear();
        pool.inTransaction(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(insert)) {
                for (int i = 0; i < StoredResults.AT_START; i++) {
                    SqlPool.set(statement, initial.apply(i));
                    statement.addBatch();
                }
                statement.executeBatch();
            }
        });
    }

    @Override
    public long atStart() {
        return StoredResults.AT_START;
    }

    @Override
    public long count() throws SQLException {
        return pool.number(finished);
    }
}
