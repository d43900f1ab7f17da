package dev.semel.jdbc;

import dev.semel.StoreException;
import dev.semel.jdbc.dialect.RecordLock;
import dev.semel.jdbc.record.ClaimCall;
import dev.semel.session.Session;
import dev.semel.session.Terms;
import dev.semel.store.ClaimResult;
import dev.semel.store.Result;
import dev.semel.store.ResultTooLargeException;
import dev.semel.store.StoredRecord;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A call whose record is locked, written and committed in the transaction of its business rows. */
abstract class SqlSession implements Session<SqlContext> {
    static final Stored STORED = new Stored();

    final Transactions transactions;
    final Terms terms;
    private @Nullable ClaimCall claim;
    private ClaimResult.@Nullable Claimed granted;

    SqlSession(Transactions transactions, Terms terms) {
        this.transactions = transactions;
        this.terms = terms;
    }

    /** Settles the record, and commits if this call began the transaction. */
    abstract Written settle(RecordLock.Settlement settlement);

    /** Undoes the work, and stores its failure. */
    abstract Written settleFailure(RecordLock.Settlement failure, Throwable thrown);

    final ClaimCall call() {
        if (claim == null) {
            claim = new ClaimCall(terms.claim());
        }
        return claim;
    }

    final void granted(ClaimResult.Claimed result) {
        granted = result;
    }

    final ClaimResult.Claimed granted() {
        return Objects.requireNonNull(granted, "claimed");
    }

    final StartOver startOver(@Nullable Throwable why) {
        return new StartOver(new StoreException("the record " + call().id() + " changes too often; call again", why));
    }

    /** Returns the record to store if the work has committed its transaction. */
    final RecordLock.Settlement tombstone() {
        return new RecordLock.Settlement(
                terms.notKept("the work has committed its transaction itself"), terms.retention());
    }

    @Override
    public final boolean undoes() {
        return true;
    }

    @Override
    public final Written record(Result value, Duration retention) {
        RecordLock.Settlement settlement = new RecordLock.Settlement(value, retention);
        try {
            transactions.checkSize(settlement);
        } catch (ResultTooLargeException e) {
            return new Refused(e);
        }
        return settle(settlement);
    }

    @Override
    public final Written recordFailure(Result failure, Throwable thrown, Duration retention) {
        RecordLock.Settlement settlement = new RecordLock.Settlement(failure, retention);
        try {
            transactions.checkFailureSize(settlement);
        } catch (ResultTooLargeException e) {
            return new Refused(e);
        }
        return granted == null ? storeUnclaimed(settlement) : settleFailure(settlement, thrown);
    }

    /** Stores a failure for a caller who may have tried before, and whose reply may have been lost: the same failure is that one. */
    private Written storeUnclaimed(RecordLock.Settlement failure) {
        return storeApart(failure, stored -> Objects.equals(failure.result(), stored.result()));
    }

    /** Stores a failure in a separate transaction, once that of the claim has been rolled back. */
    final Written storeApart(RecordLock.Settlement failure) {
        return storeApart(failure, this::isOfThisCall);
    }

    private boolean isOfThisCall(StoredRecord stored) {
        return stored.token().nonce().equals(call().request().nonce());
    }

    private Written storeApart(RecordLock.Settlement failure, Predicate<StoredRecord> isStored) {
        try {
            return transactions.aftermath().record(call(), failure, isStored) ? STORED : new Overtaken();
        } catch (RuntimeException e) {
            return new Refused(e);
        }
    }

    /** Returns whether a commit that failed took place. */
    final boolean wasCommitted(Exception failure) {
        return transactions.aftermath().tookPlace(call(), this::isOfThisCall, failure);
    }

    /** Returns true, since the record is locked as long as the transaction lasts. */
    @Override
    public boolean isLive() {
        return true;
    }

    @Override
    public final Duration timeLeft() {
        return terms.claim().terms().lease();
    }

    @Override
    public void close() {
        if (claim != null) {
            transactions.recordLock().end(claim);
        }
    }
}
