package dev.semel.torture.mutant;

import dev.semel.RecordState;
import dev.semel.StoreException;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import dev.semel.testkit.DelegatingStore;
import dev.semel.torture.layer.VirtualThreads;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Stores that are wrong about the end of a lease, or of a call. */
final class LeaseMutants {
    private LeaseMutants() {}

    /** Confirms renewals without sending them. */
    static final class NeverRenews extends DelegatingStore {
        NeverRenews(Store target) {
            super(target);
        }

        @Override
        public OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
            return OwnerWrite.APPLIED;
        }
    }

    /** Lets one claim in a hundred hang, as a connection without a time-out does. */
    static final class NeverReturns extends DelegatingStore {
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

    /** Lets one claim go at a time, and frees the lane after exceptions only, not after errors. */
    static final class KeepsLane extends DelegatingStore {
        private final Semaphore lane = new Semaphore(1);

        KeepsLane(Store target) {
            super(target);
        }

        @Override
        public ClaimResult claim(ClaimRequest request) {
            lane.acquireUninterruptibly();
            ClaimResult result;
            try {
                result = super.claim(request);
            } catch (RuntimeException e) {
                lane.release();
                throw e;
            }
            lane.release();
            return result;
        }
    }

    /** Sends each claim by a virtual thread, and waits for it without a time-out. */
    static final class SendsByVirtualThread extends DelegatingStore {
        SendsByVirtualThread(Store target) {
            super(target);
        }

        @Override
        public ClaimResult claim(ClaimRequest request) {
            CompletableFuture<Supplier<ClaimResult>> answer = new CompletableFuture<>();
            VirtualThreads.start(() -> answer.complete(send(request)));
            return answer.join().get();
        }

        private Supplier<ClaimResult> send(ClaimRequest request) {
            try {
                ClaimResult result = super.claim(request);
                return () -> result;
            } catch (StoreException e) {
                return () -> {
                    throw e;
                };
            }
        }
    }

    /** Reports the record of a dead owner as busy. */
    static final class NeverEnds extends DelegatingStore {
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

    /** Refuses an owner whose lease has ended, although no other owner has the record. */
    static final class SettlesWhileLive extends DelegatingStore {
        SettlesWhileLive(Store target) {
            super(target);
        }

        @Override
        public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
            boolean over = find(id).filter(seen -> seen.state() == RecordState.ABANDONED)
                    .isPresent();
            return over ? OwnerWrite.LEASE_LOST : super.settle(id, token, result, retention);
        }
    }

    /** Reports a live lease as in doubt where the policy is to hold. */
    static final class DoubtsLiveLease extends DelegatingStore {
        DoubtsLiveLease(Store target) {
            super(target);
        }

        @Override
        public ClaimResult claim(ClaimRequest request) {
            ClaimResult result = super.claim(request);
            return result instanceof ClaimResult.Busy && !request.takeOver()
                    ? new ClaimResult.InDoubt(result.record())
                    : result;
        }
    }

    /** Confirms releases without sending them. */
    static final class NeverReleases extends DelegatingStore {
        NeverReleases(Store target) {
            super(target);
        }

        @Override
        public OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
            return OwnerWrite.APPLIED;
        }
    }

    /** Multiplies the lease by ten, as by a wrong unit. */
    static final class LastsTooLong extends DelegatingStore {
        LastsTooLong(Store target) {
            super(target);
        }

        private static LeaseTerms longer(LeaseTerms terms) {
            return new LeaseTerms(terms.lease().multipliedBy(10), terms.abandonedRetention());
        }

        @Override
        public ClaimResult claim(ClaimRequest request) {
            return super.claim(new ClaimRequest(
                    request.id(), request.fingerprint(), request::nonce, longer(request.terms()), request.takeOver()));
        }

        @Override
        public OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
            return super.renew(id, token, longer(terms));
        }
    }
}
