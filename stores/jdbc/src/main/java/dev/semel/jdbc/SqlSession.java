package dev.semel.jdbc;

import dev.semel.StoreException;
import dev.semel.jdbc.dialect.Guard;
import dev.semel.jdbc.record.ClaimCall;
import dev.semel.jdbc.sql.SqlFailures;
import dev.semel.session.Session;
import dev.semel.session.Terms;
import dev.semel.store.ClaimResult;
import dev.semel.store.Result;
import dev.semel.store.ResultTooLargeException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
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
    abstract Written settle(Guard.Settlement settlement);

    /** Undoes the work, and stores its failure. */
    abstract Written settleFailure(Guard.Settlement failure, Throwable thrown);

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
    final Guard.Settlement tombstone() {
        return new Guard.Settlement(terms.notKept("the work has committed its transaction itself"), terms.retention());
    }

    @Override
    public final boolean undoes() {
        return true;
    }

    @Override
    public final Written record(Result value, Duration retention) {
        Guard.Settlement settlement = new Guard.Settlement(value, retention);
        try {
            transactions.checkSize(settlement);
        } catch (ResultTooLargeException e) {
            return new Refused(e);
        }
        return settle(settlement);
    }

    @Override
    public final Written recordFailure(Result failure, Throwable thrown, Duration retention) {
        Guard.Settlement settlement = new Guard.Settlement(failure, retention);
        try {
            transactions.checkFailureSize(settlement);
        } catch (ResultTooLargeException e) {
            return new Refused(e);
        }
        return granted == null ? storeApart(settlement) : settleFailure(settlement, thrown);
    }

    /** Stores a failure in a separate transaction, once that of the claim has been rolled back. */
    final Written storeApart(Guard.Settlement failure) {
        try {
            return transactions.record(call(), failure) ? STORED : new Overtaken();
        } catch (RuntimeException e) {
            return new Refused(e);
        }
    }

    /** Returns whether a commit that failed took place, once its transaction has ended for certain. */
    final boolean wasCommitted(Exception failure) {
        try {
            return transactions.isCommitted(call());
        } catch (SQLException | RuntimeException e) {
            SqlFailures.attach(failure, e);
            return false;
        }
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
            transactions.guard().end(claim);
        }
    }
}
