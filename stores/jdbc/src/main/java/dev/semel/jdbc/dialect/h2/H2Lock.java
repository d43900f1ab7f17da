package dev.semel.jdbc.dialect.h2;

import dev.semel.jdbc.dialect.Dialect;
import dev.semel.jdbc.dialect.RowLock;
import dev.semel.jdbc.record.Answers;
import dev.semel.jdbc.record.ClaimCall;
import dev.semel.jdbc.record.WriteCall;
import dev.semel.jdbc.sql.SqlFailures;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Claims in transactions on H2. A claim waits for the row of another transaction as long as the session's lock timeout allows. */
final class H2Lock extends RowLock {
    private final H2 dialect;
    private final String lockTimeout;
    private final Function<Long, String> setLockTimeout;
    private final String transaction;

    H2Lock(H2 dialect) {
        super(dialect);
        this.dialect = dialect;
        this.lockTimeout = dialect.named("transaction: limit of the wait", "CALL LOCK_TIMEOUT()");
        this.setLockTimeout = dialect.named("transaction: limit the wait", 1L, millis -> "SET LOCK_TIMEOUT " + millis);
        this.transaction = dialect.named("transaction: which", "CALL TRANSACTION_ID()");
    }

    @Override
    @Nullable
    protected Answers write(Connection connection, ClaimCall claim, Duration patience) throws SQLException {
        long before = Long.parseLong(ask(connection, lockTimeout));
        long millis = Math.max(1, Math.min(patience.toMillis(), Integer.MAX_VALUE));
        Dialect.execute(connection, setLockTimeout.apply(millis));
        try {
            return tryToWrite(connection, claim);
        } finally {
            Dialect.execute(connection, setLockTimeout.apply(before));
        }
    }

    private @Nullable Answers tryToWrite(Connection connection, ClaimCall claim) throws SQLException {
        for (int tried = 0; tried < 3; tried++) {
            try {
                Answers answers = new Answers();
                dialect.apply(connection, claim, answers);
                return answers;
            } catch (SQLException e) {
                // The other transaction has committed its row in the meantime. The next try sees it, unless this
                // transaction's view is older.
                if (!SqlFailures.hasCode(e, H2.DUPLICATE_KEY, H2.CHANGED_BY_ANOTHER)) {
                    throw e;
                }
            }
        }
        return null;
    }

    @Override
    protected void update(Connection connection, WriteCall write, Answers answers) throws SQLException {
        dialect.applyWrites(connection, List.of(write), answers);
    }

    /** Notes the transaction's number, since H2 does not report whether a savepoint exists. */
    @Override
    protected void mark(Connection connection, ClaimCall claim) throws SQLException {
        claim.grantedIn(ask(connection, transaction));
    }

    @Override
    protected boolean unmark(Connection connection, ClaimCall claim) throws SQLException {
        return ask(connection, transaction).equals(claim.grantedIn());
    }

    private static String ask(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            found.next();
            return String.valueOf(found.getString(1));
        }
    }

    @Override
    protected boolean isWithoutSavepoint(SQLException failure) {
        return false;
    }

    @Override
    public boolean isTaken(SQLException failure) {
        return SqlFailures.hasCode(failure, H2.LOCK_TIMEOUT);
    }
}
