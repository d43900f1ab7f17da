package dev.semel.torture;

import dev.semel.store.StoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Transactions that are wrong in a way that depends on the database. */
final class BookMutants {
    private BookMutants() {}

    /** A transaction that looks for the row of an earlier call by a plain read of its snapshot, and writes its own if there is none. */
    static final class TrustsSnapshot {
        private final Connection connection;
        private final String table;

        TrustsSnapshot(Connection connection, String table) {
            this.connection = connection;
            this.table = table;
        }

        /** Runs the work if there is no row of that record. */
        String run(String id, Site.Posting work, Site.Page page) {
            try {
                connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
                connection.setAutoCommit(false);
                String value = isThere(id) ? "none" : work.run(page);
                connection.commit();
                return value;
            } catch (SQLException e) {
                throw new StoreException("the transaction has failed", e);
            } catch (Trouble e) {
                rollBack();
                throw e;
            }
        }

        private void rollBack() {
            try {
                connection.rollback();
            } catch (SQLException e) {
                throw new StoreException("the transaction has failed", e);
            }
        }

        private boolean isThere(String id) throws SQLException {
            try (PreparedStatement query =
                    connection.prepareStatement("SELECT 1 FROM " + table + " WHERE entry LIKE ? LIMIT 1")) {
                query.setString(1, "%\"id\":\"" + id + "\"%");
                try (ResultSet rows = query.executeQuery()) {
                    return rows.next();
                }
            }
        }
    }
}
