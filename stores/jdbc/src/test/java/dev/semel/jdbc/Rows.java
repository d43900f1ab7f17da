package dev.semel.jdbc;

import dev.semel.store.RecordId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Changes rows of the default table without the store. */
public final class Rows {
    private Rows() {}

    /** Returns the value of a column in a record's row; as bytes if it holds bytes. */
    public static @Nullable Object read(Connection connection, RecordId id, String column) throws SQLException {
        String sql = "SELECT " + column + " FROM semel_record WHERE digest = ?";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setBytes(1, id.digest());
            try (ResultSet found = select.executeQuery()) {
                if (!found.next()) {
                    throw new AssertionError("there is no such record");
                }
                boolean bytes = column.equals("result") || column.equals("nonce") || column.equals("fingerprint");
                return bytes ? found.getBytes(1) : found.getObject(1);
            }
        }
    }

    /** Changes the value of a column in a record's row. */
    public static void change(Connection connection, RecordId id, String column, UnaryOperator<@Nullable Object> change)
            throws SQLException {
        write(connection, id, column, change.apply(read(connection, id, column)));
    }

    public static void write(Connection connection, RecordId id, String column, @Nullable Object value)
            throws SQLException {
        String sql = "UPDATE semel_record SET " + column + " = ? WHERE digest = ?";
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            if (value instanceof byte[] bytes) {
                update.setBytes(1, bytes);
            } else {
                update.setObject(1, value);
            }
            update.setBytes(2, id.digest());
            if (update.executeUpdate() != 1) {
                throw new AssertionError("there is no such record");
            }
        }
        if (!connection.getAutoCommit()) {
            connection.commit();
        }
    }
}
