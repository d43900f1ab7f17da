package dev.semel.jdbc;

import dev.semel.StoreException;
import dev.semel.jdbc.connection.Connections;
import dev.semel.jdbc.connection.OpenTransaction;
import dev.semel.jdbc.dialect.Dialect;
import dev.semel.jdbc.dialect.Guard;
import dev.semel.jdbc.dialect.TakenRecord;
import dev.semel.jdbc.record.ClaimCall;
import dev.semel.jdbc.sql.SqlFailures;
import dev.semel.session.Session;
import dev.semel.session.Sessions;
import dev.semel.session.Terms;
import dev.semel.store.Causes;
import dev.semel.store.ClaimResult;
import dev.semel.store.RecordId;
import dev.semel.store.ResultTooLargeException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the sessions of one store share: its connections, its dialect, and how the end of a transaction is resolved. */
final class Transactions {
    private static final Duration PATIENCE_TO_RECORD = Duration.ofSeconds(5);
    private static final Duration PATIENCE_TO_LOOK = Duration.ofSeconds(10);

    private final Connections connections;
    private final Dialect dialect;
    private final Guard guard;
    private final TakenRecord taken;
    private final int maxResultBytes;
    private final Sessions<SqlContext> own = new Own(this);

    Transactions(Connections connections, Dialect dialect, int maxResultBytes) {
        this.connections = connections;
        this.dialect = dialect;
        this.guard = dialect.guard();
        this.taken = new TakenRecord(connections, dialect);
        this.maxResultBytes = maxResultBytes;
    }

    /** Returns transactions that each call opens and ends. */
    Sessions<SqlContext> own() {
        return own;
    }

    /** Returns transactions that a framework manages. */
    Sessions<SqlContext> of(Supplier<? extends SqlTransaction> managed) {
        return new Managed(this, managed);
    }

    /** Returns the transaction that the caller has begun on a connection. */
    Sessions<SqlContext> of(Connection connection) {
        Objects.requireNonNull(connection, "connection");
        return of(() -> new CallersConnection(connection));
    }

    private record Own(Transactions transactions) implements Sessions<SqlContext> {
        @Override
        public Session<SqlContext> open(Terms terms) {
            return new OwnSession(transactions, terms);
        }

        @Override
        public boolean holdByTransaction() {
            return true;
        }
    }

    private record Managed(Transactions transactions, Supplier<? extends SqlTransaction> managed)
            implements Sessions<SqlContext> {
        @Override
        public Session<SqlContext> open(Terms terms) {
            return new CallersSession(transactions, terms, managed.get());
        }

        @Override
        public boolean holdByTransaction() {
            return true;
        }
    }

    /** A transaction that the caller ends. */
    private record CallersConnection(Connection begin) implements SqlTransaction {
        @Override
        public boolean isNew() {
            return false;
        }

        @Override
        public boolean commitsAfter(Throwable thrown) {
            return false;
        }

        @Override
        public void commit() {}

        @Override
        public void rollBack(@Nullable Throwable why) {}
    }

    Connections connections() {
        return connections;
    }

    Dialect dialect() {
        return dialect;
    }

    Guard guard() {
        return guard;
    }

    static StoreException unknown(RecordId id, SQLException cause) {
        return new StoreException(
                "the transaction of " + id + " failed: " + Causes.of(cause)
                        + "; if it was not committed, nothing took effect, and if it was, its result is replayed: call again"
                        + " with the same key",
                cause);
    }

    static IllegalStateException gone(ClaimCall claim) {
        return new IllegalStateException("the claim of " + claim.id()
                + " is gone at the end of its work: the work has committed or rolled back the transaction itself, or the"
                + " same key is used outside of transactions; roll back, and let the caller end the"
                + " transaction");
    }

    private static IllegalStateException committed(ClaimCall claim) {
        return new IllegalStateException("the claim of " + claim.id()
                + " is gone at the end of its work: the work has committed the transaction itself (commit, setAutoCommit, or a"
                + " statement that commits, such as CREATE TABLE), so that its rows may be there without its result. Calls with the"
                + " same key do not run it again; check its rows, and let the caller end the transaction");
    }

    /**
     * Returns what to throw if the work has ended the transaction of its claim. If the work has committed it, a record is stored that shows
     * this, and the rest is rolled back.
     *
     * @param connection on which the claim was granted
     */
    IllegalStateException ended(Connection connection, ClaimCall claim, Guard.Settlement tombstone) {
        IllegalStateException gone = gone(claim);
        try {
            return buryIfCommitted(connection, claim, tombstone) ? committed(claim) : gone;
        } catch (SQLException | RuntimeException e) {
            gone.addSuppressed(e);
            return gone;
        }
    }

    /**
     * Returns what to throw if the settlement failed and was not committed. The work may have committed before its connection was lost; the
     * table shows it, except on PostgreSQL.
     */
    RuntimeException notSettled(
            ClaimCall claim, Guard.Settlement settlement, Guard.Settlement tombstone, SQLException failure) {
        StoreException unknown = failed(claim, settlement, failure);
        try (OpenTransaction another = OpenTransaction.begin(connections)) {
            if (buryIfCommitted(another.connection(), claim, tombstone)) {
                IllegalStateException committed = committed(claim);
                committed.addSuppressed(unknown);
                return committed;
            }
        } catch (SQLException | RuntimeException e) {
            SqlFailures.attach(unknown, e);
        }
        return unknown;
    }

    /**
     * Stores a record if the failed work had committed its transaction. To be called with no transaction open.
     *
     * @return what the caller has to know; {@code null} if nothing was committed
     */
    @Nullable
    Exception buried(Connection connection, ClaimCall claim, Guard.Settlement tombstone) {
        try {
            return buryIfCommitted(connection, claim, tombstone) ? committed(claim) : null;
        } catch (SQLException | RuntimeException e) {
            return e;
        }
    }

    /**
     * Stores the tombstone if the claim was committed. The claim still belongs to this caller or can be claimed again, unless another call
     * came in between.
     */
    private boolean buryIfCommitted(Connection connection, ClaimCall claim, Guard.Settlement tombstone)
            throws SQLException {
        if (!guard.wasCommitted(connection, claim)) {
            return false;
        }
        boolean autoCommit = connection.getAutoCommit();
        if (autoCommit) {
            connection.setAutoCommit(false);
        } else {
            connection.rollback();
        }
        try {
            if (guard.claim(connection, claim, Duration.ZERO) instanceof ClaimResult.Claimed own
                    && guard.settle(connection, claim, own, tombstone)) {
                connection.commit();
            } else {
                connection.rollback();
            }
        } finally {
            if (autoCommit) {
                connection.setAutoCommit(true);
            }
        }
        return true;
    }

    /** Checks the size of a failure. One that takes more than half of the limit is stored without its message. */
    void checkFailureSize(Guard.Settlement failure) {
        int most = (int) Math.min(maxResultBytes, dialect.mostBytes() / 2);
        if (failure.result().size() > most) {
            throw new ResultTooLargeException(failure.result().size(), most);
        }
        checkSize(failure);
    }

    void checkSize(Guard.Settlement settlement) {
        int size = settlement.result().size();
        if (size > maxResultBytes) {
            throw new ResultTooLargeException(size, maxResultBytes);
        }
        dialect.checkSize(settlement.result());
    }

    /** Returns the exception for a settlement that failed. */
    StoreException failed(ClaimCall claim, Guard.Settlement settlement, SQLException failure) {
        int size = settlement.result().size();
        return dialect.isTooLarge(failure) ? new ResultTooLargeException(size, size - 1) : unknown(claim.id(), failure);
    }

    TakenRecord taken() {
        return taken;
    }

    static StoreException withoutKey(SQLException cause) {
        return new StoreException("the transaction of a call without a key failed: " + Causes.of(cause), cause);
    }

    /**
     * Stores a result in a separate transaction, if the record can be claimed. Returns whether it is stored, which this claim may have done
     * before.
     */
    boolean record(ClaimCall claim, Guard.Settlement settlement) {
        checkSize(settlement);
        try {
            guard.enter(connections, claim, PATIENCE_TO_RECORD);
            return claimAndSettle(claim, settlement);
        } catch (SQLException e) {
            if (guard.isTaken(e)) {
                return false;
            }
            throw unknown(claim.id(), e);
        } finally {
            guard.end(claim);
        }
    }

    private boolean claimAndSettle(ClaimCall claim, Guard.Settlement settlement) throws SQLException {
        try (OpenTransaction transaction = OpenTransaction.begin(connections)) {
            boolean stored = transaction.<Boolean>run(same -> {
                ClaimResult result = guard.claim(same, claim, PATIENCE_TO_RECORD);
                return result instanceof ClaimResult.Claimed claimed
                        ? guard.settle(same, claim, claimed, settlement)
                        : isSettledBy(claim, result);
            });
            if (stored) {
                transaction.commit();
            }
            return stored;
        }
    }

    /** Returns whether this claim's result is in the table, once the transaction that may have committed it has certainly ended. */
    boolean isCommitted(ClaimCall claim) throws SQLException {
        try {
            guard.enter(connections, claim, PATIENCE_TO_LOOK);
            return isSettledBy(claim);
        } finally {
            guard.end(claim);
        }
    }

    private boolean isSettledBy(ClaimCall claim) throws SQLException {
        try (OpenTransaction transaction = OpenTransaction.begin(connections)) {
            // This waits for the lock of the other transaction, if that still runs.
            return transaction.<Boolean>run(same -> isSettledBy(claim, guard.claim(same, claim, PATIENCE_TO_LOOK)));
        }
    }

    private static boolean isSettledBy(ClaimCall claim, @Nullable ClaimResult result) {
        return result instanceof ClaimResult.Settled settled
                && settled.record().token().nonce().equals(claim.request().nonce());
    }
}
