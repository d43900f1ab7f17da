package dev.semel.jdbc.dialect.innodb;

import dev.semel.jdbc.connection.Connections;
import dev.semel.jdbc.dialect.RowLock;
import dev.semel.jdbc.record.Answers;
import dev.semel.jdbc.record.ClaimCall;
import dev.semel.jdbc.record.WriteCall;
import dev.semel.jdbc.sql.SqlFailures;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Claims in transactions on MySQL and MariaDB. A claim inserts its row and waits for the row of another transaction, which locks that row
 * alone. The claim then sees the current row, even where the rest of the transaction sees an older snapshot.
 *
 * <p>A lock wait that times out undoes its own statement only, unless the server is set to roll back the transaction. A deadlock always
 * rolls it back, and so does MariaDB's refusal of a row that has changed since the snapshot: a caller that continues has lost its earlier
 * writes.
 */
final class InnoDbLock extends RowLock {
    private static final int NO_SUCH_SAVEPOINT = 1305;

    private final InnoDb dialect;

    InnoDbLock(InnoDb dialect) {
        super(dialect);
        this.dialect = dialect;
    }

    @Override
    protected Answers write(Connection connection, ClaimCall claim, Duration patience) throws SQLException {
        Answers answers = new Answers();
        dialect.writeWithin(connection, claim, patience.plusMillis(999).toSeconds(), answers);
        return answers;
    }

    @Override
    public void enter(Connections connections, ClaimCall claim, Duration patience) throws SQLException {
        if (patience.isZero() && dialect.probes()) {
            connections.forWriting(connection -> {
                dialect.probe(connection, claim.key());
                return claim;
            });
        }
    }

    @Override
    protected void update(Connection connection, WriteCall write, Answers answers) throws SQLException {
        dialect.applyWrites(connection, List.of(write), answers);
    }

    @Override
    protected boolean isWithoutSavepoint(SQLException failure) {
        return SqlFailures.hasCode(failure, NO_SUCH_SAVEPOINT);
    }

    @Override
    public boolean isTaken(SQLException failure) {
        return SqlFailures.hasCode(failure, InnoDb.LOCK_TIMEOUT, InnoDb.LOCKED_NOW);
    }

    @Override
    public boolean keepsTransaction(SQLException failure) {
        return !(dialect.rollsBackOnTimeout() && SqlFailures.hasCode(failure, InnoDb.LOCK_TIMEOUT));
    }
}
