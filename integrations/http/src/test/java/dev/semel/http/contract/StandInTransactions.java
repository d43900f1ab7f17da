package dev.semel.http.contract;

import dev.semel.Context;
import dev.semel.session.Session;
import dev.semel.session.Session.Claim;
import dev.semel.session.Session.Written;
import dev.semel.session.Sessions;
import dev.semel.session.Terms;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands for the transactions of a database: a record without a result leaves nothing. It counts the roll-backs, and fails if a call changes its thread. */
public class StandInTransactions implements Sessions<Context> {
    private final AtomicInteger undone = new AtomicInteger();

    /** Returns how many transactions were rolled back. */
    public final int undone() {
        return undone.get();
    }

    @Override
    public final Session<Context> open(Terms terms) {
        return new Stood(terms.leased());
    }

    @Override
    public final boolean holdByTransaction() {
        return true;
    }

    /** Begins a transaction and claims in it. */
    protected Claim claim(Session<Context> target, Duration patience) {
        return target.claim(patience);
    }

    /** The work is about to start. */
    protected void starting() {}

    /** Settles and commits. */
    protected Written record(Session<Context> target, Result value, Duration retention) {
        return target.record(value, retention);
    }

    /** Returns whether the transaction can be committed. */
    protected boolean isLive() {
        return true;
    }

    private final class Stood implements Session<Context> {
        private final Session<Context> target;
        private final Thread thread = Thread.currentThread();

        Stood(Session<Context> target) {
            this.target = target;
        }

        private Session<Context> target() {
            if (Thread.currentThread() != thread) {
                throw new AssertionError("a transaction is bound to " + thread);
            }
            return target;
        }

        @Override
        public Claim claim(Duration patience) {
            return StandInTransactions.this.claim(target(), patience);
        }

        @Override
        public Context context(Context attempt) {
            return target().context(attempt);
        }

        @Override
        public void starting() {
            StandInTransactions.this.starting();
            target().starting();
        }

        @Override
        public boolean undoes() {
            return true;
        }

        @Override
        public Written record(Result value, Duration retention) {
            return StandInTransactions.this.record(target(), value, retention);
        }

        @Override
        public Written recordFailure(Result failure, Throwable thrown, Duration retention) {
            return target().recordFailure(failure, thrown, retention);
        }

        @Override
        public Written release(ReleaseAs as, Duration retention) {
            undone.incrementAndGet();
            return target().release(ReleaseAs.RUNNABLE, Duration.ZERO);
        }

        @Override
        public boolean isLive() {
            return StandInTransactions.this.isLive();
        }

        @Override
        public Duration timeLeft() {
            return target().timeLeft();
        }

        @Override
        public void close() {
            target().close();
        }
    }
}
