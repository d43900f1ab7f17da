package dev.semel.jdbc.dialect;

import dev.semel.jdbc.record.Answers;
import dev.semel.jdbc.record.Row;
import dev.semel.jdbc.record.WriteCall;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;

/** Owners' writes, each as a separate statement. */
public final class SingleWrites {
    private final Dialect dialect;
    private final String renew;
    private final String release;
    private final String settle;
    private final String abandon;
    private final String wasApplied;

    /** Composes the statements. */
    public SingleWrites(Dialect dialect) {
        this.dialect = dialect;
        String now = dialect.now();
        String token = " WHERE digest = ? AND epoch = ? AND nonce = ?";
        this.renew = update("renew", "lease_end = " + now + " + ?, expires_at = " + now + " + ?", token);
        this.release = update("release", "state = " + Row.RELEASED + ", expires_at = " + now + " + ?", token);
        this.settle = update(
                "settle", "state = ?, media_type = ?, result = ?, checksum = ?, expires_at = " + now + " + ?", token);
        this.abandon = update(
                "abandon", "lease_end = CASE WHEN lease_end < " + now + " THEN lease_end ELSE " + now + " END", token);
        this.wasApplied = dialect.named(
                "write: was it applied", "SELECT state FROM " + dialect.table() + token + dialect.confirming());
    }

    private String update(String name, String set, String token) {
        return dialect.named(
                "write: " + name,
                "UPDATE " + dialect.table() + " SET " + set + token + " AND state = " + Row.IN_PROGRESS);
    }

    /** Applies writes one after the other. */
    public void apply(Connection connection, List<WriteCall> writes, Answers answers) throws SQLException {
        for (WriteCall write : writes) {
            if (update(connection, write) || wasApplied(connection, write)) {
                answers.applied(write.digest());
            }
        }
    }

    private boolean update(Connection connection, WriteCall write) throws SQLException {
        String sql = switch (write.kind()) {
            case RENEW -> renew;
            case RELEASE -> release;
            case COMPLETE, FAIL -> settle;
            case ABANDON -> abandon;
        };
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
        try (PreparedStatement select = connection.prepareStatement(wasApplied)) {
            bindToken(select, 0, write);
            try (ResultSet found = select.executeQuery()) {
                dialect.confirm(select);
                return found.next() && write.kind().isAppliedIn(found.getInt(1));
            }
        }
    }
}
