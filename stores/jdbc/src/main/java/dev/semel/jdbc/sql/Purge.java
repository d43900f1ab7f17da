package dev.semel.jdbc.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Deletes rows whose time has passed, skipping those that another transaction has locked. */
@FunctionalInterface
public interface Purge {
    /**
     * Deletes some of these rows.
     *
     * @param parameters the time, unless the database's own is used, and the maximum number of rows
     * @return the number of deleted rows
     */
    int run(Connection connection, long... parameters) throws SQLException;

    /** Returns a purge that is one statement. */
    static Purge by(String sql) {
        return (connection, parameters) -> {
            try (PreparedStatement delete = connection.prepareStatement(sql)) {
                for (int i = 0; i < parameters.length; i++) {
                    delete.setLong(i + 1, parameters[i]);
                }
                return delete.executeUpdate();
            }
        };
    }
}
