package dev.semel.spring;

import dev.semel.Context;
import dev.semel.StoreException;
import dev.semel.jdbc.SqlContext;
import dev.semel.session.Session;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.UnexpectedRollbackException;

/**
 * The session of one request in a transaction. Its attempt is bound to the thread from the start of the work to the end of the transaction. An exception
 * of the manager at either end of the transaction counts as a failure of the store: the caller is asked to send the request again.
 */
final class RouteSession implements Session<SqlContext> {
    private final Session<SqlContext> target;
    private final String operation;
    private @Nullable Thread bound;

    RouteSession(Session<SqlContext> target, String operation) {
        this.target = target;
        this.operation = operation;
    }

    private StoreException unknown(TransactionException cause) {
        return new StoreException(
                "the transaction of " + operation
                        + " could not be begun or ended; if it was committed its answer is replayed: send the request again",
                cause);
    }

    @Override
    public Claim claim(Duration patience) {
        try {
            return target.claim(patience);
        } catch (TransactionException e) {
            return new Unknown(unknown(e));
        }
    }

    @Override
    public SqlContext context(Context attempt) {
        SqlContext context = target.context(attempt);
        CurrentAttempt.bind(context);
        bound = Thread.currentThread();
        return context;
    }

    @Override
    public void starting() {
        target.starting();
    }

    @Override
    public boolean undoes() {
        return target.undoes();
    }

    @Override
    public Written record(Result value, Duration retention) {
        Written written = target.record(value, retention);
        return written instanceof Refused refused
                        && refused.why() instanceof TransactionException e
                        && !(e instanceof UnexpectedRollbackException)
                ? new Refused(unknown(e))
                : written;
    }

    @Override
    public Written recordFailure(Result failure, Throwable thrown, Duration retention) {
        return target.recordFailure(failure, thrown, retention);
    }

    @Override
    public Written release(ReleaseAs as, Duration retention) {
        return target.release(as, retention);
    }

    @Override
    public boolean isLive() {
        return target.isLive();
    }

    @Override
    public Duration timeLeft() {
        return target.timeLeft();
    }

    @Override
    public void close() {
        if (bound == Thread.currentThread()) {
            bound = null;
            CurrentAttempt.unbind();
        }
        try {
            target.close();
        } catch (TransactionException e) {
            throw unknown(e);
        }
    }
}
