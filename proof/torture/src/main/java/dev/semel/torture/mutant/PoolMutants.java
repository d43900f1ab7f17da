package dev.semel.torture.mutant;

import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.Token;
import dev.semel.testkit.DelegatingStore;
import dev.semel.torture.site.Site;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/** Stores that depend on a pool that work can use up. */
final class PoolMutants {
    private PoolMutants() {}

    private static void waitForPool(Site site) {
        site.borrow().run();
    }

    /** Has no connection that work can't take. */
    static final class RenewsThroughPool extends DelegatingStore {
        private final Site site;

        RenewsThroughPool(Store target, Site site) {
            super(target);
            this.site = site;
        }

        @Override
        public OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
            waitForPool(site);
            return super.renew(id, token, terms);
        }
    }

    /** One sender for all, who finds out for each call that the pool gives nothing. */
    static final class WaitsInTurn extends DelegatingStore {
        private final Site site;
        private final ReentrantLock sender = new ReentrantLock(true);

        WaitsInTurn(Store target, Site site) {
            super(target);
            this.site = site;
        }

        private void queue() {
            sender.lock();
            try {
                waitForPool(site);
            } finally {
                sender.unlock();
            }
        }

        @Override
        public ClaimResult claim(ClaimRequest request) {
            queue();
            return super.claim(request);
        }

        @Override
        public OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
            queue();
            return super.renew(id, token, terms);
        }

        @Override
        public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
            queue();
            return super.settle(id, token, result, retention);
        }

        @Override
        public OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
            queue();
            return super.release(id, token, as, retention);
        }
    }
}
