package dev.semel.jdbc;

import dev.semel.Context;
import dev.semel.Facts;
import java.sql.Connection;
import java.time.Duration;

/** The context of work that runs in a SQL transaction, with the connection of that transaction. */
public interface SqlContext extends Context {

    /** Returns the transaction's connection. The work must not commit, roll back or close it. */
    Connection connection();

    /** Returns a context with the connection of its transaction. */
    static SqlContext of(Context attempt, Connection connection) {
        return new OnConnection(attempt, connection);
    }

    /**
     * A context with a connection.
     *
     * @param known the context without the connection
     * @param connection of the transaction
     */
    record OnConnection(Context known, Connection connection) implements SqlContext {
        @Override
        public Facts facts() {
            return known.facts();
        }

        @Override
        public long epoch() {
            return known.epoch();
        }

        @Override
        public String childKey(String name) {
            return known.childKey(name);
        }

        @Override
        public boolean stillOwner() {
            return known.stillOwner();
        }

        @Override
        public Duration timeLeft() {
            return known.timeLeft();
        }
    }
}
