package dev.semel.jdbc.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Deletes rows whose time is over, leaving out those that another transaction has locked. */
@FunctionalInterface
public interface Purge {
    /**
     * Deletes some of them.
     *
     * @param parameters the time, unless it is the database's own, and how many rows at most
     * @return how many were deleted
     */
    int run(Connection connection, long... parameters) throws SQLException;

    /** By one statement. */
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
