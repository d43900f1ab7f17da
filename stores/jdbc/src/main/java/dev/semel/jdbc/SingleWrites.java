package dev.semel.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;

/** Owners' writes with a statement for each. */
final class SingleWrites {
    private final Dialect dialect;

    SingleWrites(Dialect dialect) {
        this.dialect = dialect;
    }

    void apply(Connection connection, List<WriteCall> writes, Answers answers) throws SQLException {
        for (WriteCall write : writes) {
            if (update(connection, write) || wasApplied(connection, write)) {
                answers.applied(write.digest());
            }
        }
    }

    private boolean update(Connection connection, WriteCall write) throws SQLException {
        String set = switch (write.kind()) {
            case RENEW -> "lease_end = " + dialect.now() + " + ?, expires_at = " + dialect.now() + " + ?";
            case RELEASE -> "state = 2, expires_at = " + dialect.now() + " + ?";
            case COMPLETE, FAIL ->
                "state = ?, media_type = ?, result = ?, checksum = ?, expires_at = " + dialect.now() + " + ?";
            case ABANDON ->
                "lease_end = CASE WHEN lease_end < " + dialect.now() + " THEN lease_end ELSE " + dialect.now() + " END";
        };
        String sql = "UPDATE " + dialect.table() + " SET " + set
                + " WHERE digest = ? AND epoch = ? AND nonce = ? AND state = 1";
        try (PreparedStatement update = dialect.prepare(connection, sql)) {
            int index = bind(update, write);
            bindToken(update, index, write);
            return dialect.executeUpdate(update) == 1;
        }
    }

    private static int bind(PreparedStatement update, WriteCall write) throws SQLException {
        int index = 0;
        switch (write.kind()) {
            case RENEW -> update.setLong(++index, write.lease());
            case COMPLETE, FAIL -> {
                update.setInt(++index, write.kind().state());
                update.setString(++index, write.mediaType());
                update.setBytes(++index, write.bytes());
                update.setObject(++index, write.checksum(), Types.INTEGER);
            }
            case RELEASE -> {}
            case ABANDON -> {
                return index;
            }
        }
        Dialect.setNullable(update, ++index, write.keep());
        return index;
    }

    private static void bindToken(PreparedStatement statement, int last, WriteCall write) throws SQLException {
        statement.setBytes(last + 1, write.key());
        statement.setLong(last + 2, write.token().epoch());
        statement.setBytes(last + 3, write.nonce());
    }

    private boolean wasApplied(Connection connection, WriteCall write) throws SQLException {
        String sql = "SELECT state FROM " + dialect.table() + " WHERE digest = ? AND epoch = ? AND nonce = ?"
                + dialect.confirming();
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            bindToken(select, 0, write);
            try (ResultSet found = select.executeQuery()) {
                dialect.confirm(select);
                return found.next() && write.kind().isAppliedIn(found.getInt(1));
            }
        }
    }
}
