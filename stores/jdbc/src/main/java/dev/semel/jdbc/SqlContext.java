package dev.semel.jdbc;

import dev.semel.Context;
import dev.semel.Facts;
import java.sql.Connection;
import java.time.Duration;

/** The attempt of work that runs in a SQL transaction, and the connection of that transaction. */
public interface SqlContext extends Context {

    /** Returns the transaction's connection. The work neither commits nor rolls back nor closes it. */
    Connection connection();

    /** Returns an attempt with the connection of its transaction. */
    static SqlContext of(Context attempt, Connection connection) {
        return new OnConnection(attempt, connection);
    }

    /**
     * An attempt on a connection.
     *
     * @param known what is known of it
     * @param connection the transaction's
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
