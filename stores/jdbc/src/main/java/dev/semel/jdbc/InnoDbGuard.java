package dev.semel.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * In InnoDB a claim inserts its row and waits for the row of another transaction, which locks that row alone. A wait that was too long undoes
 * only its own statement. What the claim then sees is the row as it is, even where the rest of the transaction sees the past.
 */
final class InnoDbGuard extends RowGuard {
    private final InnoDb dialect;

    InnoDbGuard(InnoDb dialect) {
        this.dialect = dialect;
    }

    @Override
    @Nullable
    Answers write(Connection connection, ClaimCall claim, Duration patience) throws SQLException {
        try {
            Answers answers = new Answers();
            dialect.writeWithin(connection, claim, patience.plusMillis(999).toSeconds(), answers);
            return answers;
        } catch (SQLException e) {
            if (Dialect.hasCode(e, InnoDb.CHANGED_SINCE_READ)) {
                return null;
            }
            throw e;
        }
    }

    @Override
    public void enter(Connections connections, ClaimCall claim, Duration patience) throws SQLException {
        if (patience.isZero() && dialect.probes()) {
            connections.forWriting(connection -> {
                dialect.probe(connection, claim);
                return claim;
            });
        }
    }

    @Override
    void update(Connection connection, WriteCall write, Answers answers) throws SQLException {
        dialect.applyWrites(connection, List.of(write), answers);
    }

    @Override
    public boolean isTaken(SQLException failure) {
        return Dialect.hasCode(failure, InnoDb.LOCK_TIMEOUT, InnoDb.LOCKED_NOW);
    }
}
