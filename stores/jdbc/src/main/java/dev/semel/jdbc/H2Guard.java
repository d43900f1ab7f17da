package dev.semel.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** In H2 a claim waits for the row of another transaction as long as the session's lock timeout says. */
final class H2Guard extends RowGuard {
    private final H2 dialect;

    H2Guard(H2 dialect) {
        this.dialect = dialect;
    }

    @Override
    @Nullable
    Answers write(Connection connection, ClaimCall claim, Duration patience) throws SQLException {
        long before = lockTimeout(connection);
        Dialect.execute(
                connection, "SET LOCK_TIMEOUT " + Math.max(1, Math.min(patience.toMillis(), Integer.MAX_VALUE)));
        try {
            return tryToWrite(connection, claim);
        } finally {
            Dialect.execute(connection, "SET LOCK_TIMEOUT " + before);
        }
    }

    private static long lockTimeout(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("CALL LOCK_TIMEOUT()")) {
            found.next();
            return found.getLong(1);
        }
    }

    private @Nullable Answers tryToWrite(Connection connection, ClaimCall claim) throws SQLException {
        for (int tried = 0; tried < 3; tried++) {
            try {
                Answers answers = new Answers();
                dialect.apply(connection, claim, answers);
                return answers;
            } catch (SQLException e) {
                // The other transaction has committed its row in the meantime: the next try sees it, unless this
                // transaction's view is older.
                if (!Dialect.hasCode(e, H2.DUPLICATE_KEY, H2.CHANGED_BY_ANOTHER)) {
                    throw e;
                }
            }
        }
        return null;
    }

    @Override
    void update(Connection connection, WriteCall write, Answers answers) throws SQLException {
        dialect.applyWrites(connection, List.of(write), answers);
    }

    /** H2 does not tell whether a savepoint is there, but numbers its transactions. */
    @Override
    void mark(Connection connection, ClaimCall claim) throws SQLException {
        claim.grantedIn(transaction(connection));
    }

    @Override
    boolean unmark(Connection connection, ClaimCall claim) throws SQLException {
        return transaction(connection).equals(claim.grantedIn());
    }

    private static String transaction(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("CALL TRANSACTION_ID()")) {
            found.next();
            return String.valueOf(found.getString(1));
        }
    }

    @Override
    boolean isWithoutSavepoint(SQLException failure) {
        return false;
    }

    @Override
    Dialect dialect() {
        return dialect;
    }

    @Override
    public boolean isTaken(SQLException failure) {
        return Dialect.hasCode(failure, H2.LOCK_TIMEOUT);
    }
}
