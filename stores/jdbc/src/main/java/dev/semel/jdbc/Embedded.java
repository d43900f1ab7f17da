package dev.semel.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** A database in this process: no round trips to save, so a batch is one transaction of simple statements. */
abstract class Embedded extends Dialect {
    private final SingleWrites single;

    Embedded(String name, String table, String now) {
        super(name, table, now);
        this.single = new SingleWrites(this);
    }

    @Override
    final boolean looksFirst() {
        return true;
    }

    final void applyWrites(Connection connection, List<WriteCall> writes, Answers answers) throws SQLException {
        single.apply(connection, writes, answers);
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
