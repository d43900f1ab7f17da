package dev.semel.torture.mutant;

import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.Store;
import dev.semel.store.Token;
import dev.semel.testkit.DelegatingStore;
import dev.semel.torture.layer.StoreLayer;
import dev.semel.torture.site.Site;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

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

    /** One sender for all calls, each of which waits for the exhausted pool. */
    static final class WaitsInTurn extends StoreLayer {
        private final Site site;
        private final ReentrantLock sender = new ReentrantLock(true);

        WaitsInTurn(Store target, Site site) {
            super(target);
            this.site = site;
        }

        @Override
        protected <R> R send(RecordId id, Supplier<R> call) {
            sender.lock();
            try {
                waitForPool(site);
            } finally {
                sender.unlock();
            }
            return call.get();
        }
    }
}
