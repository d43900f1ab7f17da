package dev.semel.jdbc;

import dev.semel.Fingerprint;
import dev.semel.OperationSettings;
import dev.semel.Policies;
import dev.semel.Recording;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.RecordId;
import dev.semel.store.RecordState;
import dev.semel.store.ResultTooLargeException;
import dev.semel.store.StoreException;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the transactional operations of one store share. */
final class Transactions {
    private static final Duration PATIENCE_TO_RECORD = Duration.ofSeconds(5);
    private static final Duration PATIENCE_TO_LOOK = Duration.ofSeconds(10);

    private final Connections connections;
    private final Dialect dialect;
    private final Guard guard;
    private final int maxResultBytes;

    Transactions(Connections connections, Dialect dialect, int maxResultBytes) {
        this.connections = connections;
        this.dialect = dialect;
        this.guard = dialect.guard();
        this.maxResultBytes = maxResultBytes;
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

    /**
     * Records a value in the transaction in which it was claimed. Whatever this throws, the transaction must not commit.
     *
     * @throws IllegalStateException if it is no longer that transaction, or the value can't be written
     */
    <T extends @Nullable Object> void settle(
            Connection connection, ClaimCall claim, ClaimResult.Claimed claimed, Recording<T> recording, T value)
            throws SQLException {
        if (!guard.settle(connection, claim, claimed, settlement(recording, value))) {
            throw gone(claim);
        }
    }

    <T extends @Nullable Object> Guard.Settlement settlement(Recording<T> recording, T value) {
        Guard.Settlement settlement = new Guard.Settlement(
                recording.ofValue(value), recording.settings().retention());
        checkSize(settlement);
        return settlement;
    }

    static IllegalStateException gone(ClaimCall claim) {
        return new IllegalStateException("the claim of " + claim.id()
                + " is gone at the end of its work: the work has committed or rolled back the transaction itself, or the"
                + " same key is used outside of transactions; roll back, and leave the end of the transaction to"
                + " the caller");
    }

    private void checkSize(Guard.Settlement settlement) {
        int size = settlement.result().size();
        if (size > maxResultBytes) {
            throw new ResultTooLargeException(size, maxResultBytes);
        }
    }

    ClaimCall call(Recording<?> recording, RecordId id, @Nullable Object request) {
        OperationSettings<?> settings = recording.settings();
        Fingerprint fingerprint = recording.fingerprint(request);
        // What an owner in leased mode has abandoned is nothing that a transaction could reconcile.
        boolean takeOver = settings.afterAbandonment() instanceof Policies.RunAgain;
        LeaseTerms terms = new LeaseTerms(settings.lease(), takeOver ? settings.retention() : null);
        return new ClaimCall(new ClaimRequest(id, fingerprint, recording::nonce, terms, takeOver));
    }

    static Duration patience(OperationSettings<?> settings) {
        return settings.whileRunning() instanceof Policies.WaitUpTo wait ? wait.limit() : Duration.ZERO;
    }

    /** Another transaction has the record: perhaps only to replay it, so what is committed may answer. */
    ClaimResult whileTaken(ClaimCall claim) {
        try {
            ClaimResult committed = look(claim);
            return committed == null ? running(claim) : committed;
        } catch (SQLException e) {
            return running(claim);
        }
    }

    /** Nobody can see in what state the other transaction has the record: all that is known is that it is running. */
    private static ClaimResult.Busy running(ClaimCall claim) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
        return new ClaimResult.Busy(new StoredRecord(
                claim.id(),
                RecordState.IN_PROGRESS,
                claim.request().fingerprint(),
                new Token(1, new Nonce(0, 0)),
                1,
                now,
                now.plus(claim.request().terms().lease()),
                null,
                null,
                now));
    }

    /** What the table says now, outside of the caller's transaction; {@code null} if the claim could be granted. */
    @Nullable
    ClaimResult look(ClaimCall claim) throws SQLException {
        List<Row> rows = connections.forReading(connection -> dialect.look(connection, List.of(claim.key())));
        return rows.isEmpty() ? null : rows.get(0).answerTo(claim.request());
    }

    <T extends @Nullable Object, X extends Exception> T unprotected(SqlWork<T, X> work) throws X {
        try (OpenTransaction transaction = OpenTransaction.begin(connections)) {
            T value = work.run(transaction.connection());
            transaction.commit();
            return value;
        } catch (SQLException e) {
            throw new StoreException("the transaction of a call without a key failed; see the cause", e);
        }
    }

    /** Stores a result in a transaction of its own, if the record can be claimed. */
    boolean record(ClaimCall claim, Guard.Settlement settlement) {
        checkSize(settlement);
        try {
            guard.enter(connections, claim, PATIENCE_TO_RECORD);
            return claimAndSettle(claim, settlement);
        } catch (SQLException e) {
            if (guard.isTaken(e)) {
                return false;
            }
            throw TransactionalOperation.unknown(claim.id(), e);
        } finally {
            guard.end(claim);
        }
    }

    private boolean claimAndSettle(ClaimCall claim, Guard.Settlement settlement) throws SQLException {
        try (OpenTransaction transaction = OpenTransaction.begin(connections)) {
            boolean stored = transaction.<Boolean>run(same -> {
                ClaimResult result = guard.claim(same, claim, PATIENCE_TO_RECORD);
                return result instanceof ClaimResult.Claimed claimed && guard.settle(same, claim, claimed, settlement);
            });
            if (stored) {
                transaction.commit();
            }
            return stored;
        }
    }

    /** Whether this very claim's result is in the table, once the transaction that may have committed it is over for certain. */
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
            // It waits for the lock of the other transaction, if that is still there.
            return transaction.<Boolean>run(same -> {
                ClaimResult result = guard.claim(same, claim, PATIENCE_TO_LOOK);
                return result instanceof ClaimResult.Settled settled
                        && settled.record()
                                .token()
                                .nonce()
                                .equals(claim.request().nonce());
            });
        }
    }
}
