package dev.semel.jdbc.dialect.sqlite;

import dev.semel.Fingerprint;
import dev.semel.WaitInterruptedException;
import dev.semel.jdbc.connection.Connections;
import dev.semel.jdbc.dialect.RowLock;
import dev.semel.jdbc.record.Answers;
import dev.semel.jdbc.record.ClaimCall;
import dev.semel.jdbc.record.WriteCall;
import dev.semel.thread.StackRoom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Claims in transactions on SQLite. There is one lock for the whole file, so a claim that waits for it can't detect whether the other
 * transaction has the same record. Calls of this process are therefore kept in a map as well: a duplicate waits there as long as it may, or
 * is refused immediately. Calls of other processes wait for the file as long as the connection's busy timeout allows.
 */
final class SqliteLock extends RowLock {
    private static final String STALE = "SQLITE_BUSY_SNAPSHOT";

    private final Sqlite dialect;
    private final ConcurrentHashMap<Fingerprint, Turn> turns = new ConcurrentHashMap<>();

    SqliteLock(Sqlite dialect) {
        super(dialect);
        this.dialect = dialect;
    }

    private record Turn(ClaimCall owner, CountDownLatch over) {}

    @Override
    @Nullable
    protected Answers write(Connection connection, ClaimCall claim, Duration patience) throws SQLException {
        takeTurn(claim, patience);
        try {
            Answers answers = new Answers();
            dialect.applyClaims(connection, List.of(claim), answers);
            return answers;
        } catch (SQLException e) {
            if (String.valueOf(e.getMessage()).contains(STALE)) {
                return null;
            }
            throw e;
        }
    }

    /** Takes a turn before the transaction begins, since a call that waits for its turn must not block writers. */
    @Override
    public void enter(Connections connections, ClaimCall claim, Duration patience) throws SQLException {
        takeTurn(claim, patience);
    }

    private void takeTurn(ClaimCall claim, Duration patience) throws SQLException {
        StackRoom.require();
        Turn mine = new Turn(claim, new CountDownLatch(1));
        long deadline = System.nanoTime() + patience.toNanos();
        for (Turn present = turns.putIfAbsent(claim.digest(), mine);
                present != null && present.owner() != claim;
                present = turns.putIfAbsent(claim.digest(), mine)) {
            try {
                if (!present.over().await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    throw new Taken();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new WaitInterruptedException(e);
            }
        }
    }

    @Override
    public void end(ClaimCall claim) {
        Turn turn = turns.get(claim.digest());
        if (turn != null && turn.owner() == claim) {
            turns.remove(claim.digest(), turn);
            turn.over().countDown();
        }
    }

    @Override
    protected void update(Connection connection, WriteCall write, Answers answers) throws SQLException {
        dialect.applyWrites(connection, List.of(write), answers);
    }

    @Override
    protected boolean isWithoutSavepoint(SQLException failure) {
        return String.valueOf(failure.getMessage()).contains("no such savepoint");
    }

    @Override
    public boolean isTaken(SQLException failure) {
        return failure instanceof Taken;
    }

    private static final class Taken extends SQLException {
        Taken() {
            super("another call with the same key is running");
        }
    }
}
