package dev.semel.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** A database in this process: no round trips to save, so a batch is one transaction of simple statements. */
abstract class Embedded extends Dialect {
    Embedded(String name, String table) {
        super(name, table);
    }

    @Override
    final boolean looksFirst() {
        return true;
    }

    final void applyWrites(Connection connection, List<WriteCall> writes, Answers answers) throws SQLException {
        for (WriteCall write : writes) {
            if (update(connection, write) || wasApplied(connection, write)) {
                answers.applied(write.digest());
            }
        }
    }

    private boolean update(Connection connection, WriteCall write) throws SQLException {
        String set = switch (write.kind()) {
            case RENEW -> "lease_end = " + now() + " + ?, expires_at = " + now() + " + ?";
            case RELEASE -> "state = 2, expires_at = " + now() + " + ?";
            case COMPLETE, FAIL -> "state = ?, media_type = ?, result = ?, expires_at = " + now() + " + ?";
            case ABANDON -> "lease_end = CASE WHEN lease_end < " + now() + " THEN lease_end ELSE " + now() + " END";
        };
        String sql =
                "UPDATE " + table() + " SET " + set + " WHERE digest = ? AND epoch = ? AND nonce = ? AND state = 1";
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            int index = bind(update, write);
            bindToken(update, index, write);
            return update.executeUpdate() == 1;
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
            }
            case RELEASE -> {}
            case ABANDON -> {
                return index;
            }
        }
        setNullable(update, ++index, write.keep());
        return index;
    }

    private static void bindToken(PreparedStatement statement, int last, WriteCall write) throws SQLException {
        statement.setBytes(last + 1, write.key());
        statement.setLong(last + 2, write.token().epoch());
        statement.setBytes(last + 3, write.nonce());
    }

    private boolean wasApplied(Connection connection, WriteCall write) throws SQLException {
        String sql = "SELECT state FROM " + table() + " WHERE digest = ? AND epoch = ? AND nonce = ?";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            bindToken(select, 0, write);
            try (ResultSet found = select.executeQuery()) {
                return found.next() && write.kind().isAppliedIn(found.getInt(1));
            }
        }
    }

    /** Binds what a claim inserts; the times are made of {@link #now()}. */
    static void bind(PreparedStatement insert, ClaimCall claim) throws SQLException {
        insert.setBytes(1, claim.key());
        insert.setString(2, claim.id().operation());
        insert.setString(3, claim.id().scope());
        insert.setString(4, claim.id().key());
        insert.setBytes(5, claim.nonce());
        insert.setInt(6, claim.claimedAs());
        insert.setBytes(7, claim.request().fingerprint().bytes());
        insert.setLong(8, claim.lease());
        setNullable(insert, 9, claim.keep());
    }
}
