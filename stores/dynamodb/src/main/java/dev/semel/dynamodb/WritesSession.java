package dev.semel.dynamodb;

import dev.semel.Context;
import dev.semel.dynamodb.record.WriteTransactions;
import dev.semel.session.Session;
import dev.semel.session.Terms;
import dev.semel.store.ClaimResult;
import dev.semel.store.OwnerWrite;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.ResultTooLargeException;
import dev.semel.store.Token;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A call under a lease whose result is recorded in the transaction that writes the application's items. Without items it is a leased call. */
final class WritesSession implements Session<Writes> {
    private final WriteTransactions transactions;
    private final Terms terms;
    private final Session<Context> leased;
    private @Nullable Token token;
    private @Nullable Writes writes;

    WritesSession(WriteTransactions transactions, Terms terms) {
        this.transactions = transactions;
        this.terms = terms;
        this.leased = terms.leased();
    }

    @Override
    public Claim claim(Duration patience) {
        Claim claim = leased.claim(patience);
        if (claim instanceof Found found && found.result() instanceof ClaimResult.Claimed claimed) {
            token = claimed.record().token();
        }
        return claim;
    }

    @Override
    public Writes context(Context attempt) {
        Writes collected = new Writes(attempt);
        writes = collected;
        return collected;
    }

    @Override
    public void starting() {
        leased.starting();
    }

    private boolean hasWrites() {
        return writes != null && !writes.items().isEmpty();
    }

    @Override
    public boolean undoes() {
        return hasWrites();
    }

    /**
     * Counts a transaction that one of its items refuses as the work's failure, and also one whose outcome is unknown: if it was applied, DynamoDB
     * refuses the release that follows.
     */
    @Override
    public Written record(Result value, Duration retention) {
        if (writes == null || writes.items().isEmpty()) {
            return leased.record(value, retention);
        }
        leased.close(); // no renewals beside the settlement
        try {
            OwnerWrite written = transactions.settle(
                    writes.items(), terms.claim().id(), Objects.requireNonNull(token, "claimed"), value, retention);
            return written == OwnerWrite.APPLIED ? new Stored() : new Overtaken();
        } catch (ResultTooLargeException e) {
            return new Refused(e);
        } catch (RuntimeException e) {
            return new Rejected(e);
        }
    }

    @Override
    public Written recordFailure(Result failure, Throwable thrown, Duration retention) {
        return leased.recordFailure(failure, thrown, retention);
    }

    @Override
    public Written release(ReleaseAs as, Duration retention) {
        return leased.release(as, retention);
    }

    @Override
    public void commitUnprotected() {
        if (writes != null && !writes.items().isEmpty()) {
            transactions.write(writes.items());
        }
    }

    @Override
    public boolean isLive() {
        return leased.isLive();
    }

    @Override
    public Duration timeLeft() {
        return leased.timeLeft();
    }

    @Override
    public void close() {
        leased.close();
    }
}
