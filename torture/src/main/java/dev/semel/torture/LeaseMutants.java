package dev.semel.torture;

import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.RecordState;
import dev.semel.store.Store;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** Stores that are wrong about the end of a lease, or of a call. */
final class LeaseMutants {
    private LeaseMutants() {}

    /** The owner believes that its lease goes on. */
    static final class NeverRenews extends StoreAround {
        NeverRenews(Store target) {
            super(target);
        }

        @Override
        public OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
            return OwnerWrite.APPLIED;
        }
    }

    /** As if a connection had no time-out. */
    static final class NeverReturns extends StoreAround {
        private static final int ONE_IN = 100;

        NeverReturns(Store target) {
            super(target);
        }

        @Override
        public ClaimResult claim(ClaimRequest request) {
            boolean hangs = ThreadLocalRandom.current().nextInt(ONE_IN) == 0;
            while (hangs) {
                LockSupport.park(this);
            }
            return super.claim(request);
        }
    }

    /** Whoever asks for the record of an owner that died is told that the owner is at work. */
    static final class NeverEnds extends StoreAround {
        NeverEnds(Store target) {
            super(target);
        }

        @Override
        public ClaimResult claim(ClaimRequest request) {
            Optional<StoredRecord> seen = find(request.id());
            boolean over = seen.isPresent()
                    && seen.get().state() == RecordState.ABANDONED
                    && seen.get().fingerprint().equals(request.fingerprint())
                    && !seen.get().token().nonce().equals(request.nonce());
            return over ? new ClaimResult.Busy(seen.get()) : super.claim(request);
        }
    }
}
