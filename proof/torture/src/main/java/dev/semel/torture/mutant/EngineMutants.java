package dev.semel.torture.mutant;

import dev.semel.StoreException;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import dev.semel.testkit.DelegatingStore;
import dev.semel.torture.protocol.WorkerSettings;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** Mistakes of an engine with a correct store. They lie around the watched store, so that journals show what the store answered. */
public final class EngineMutants {
    private EngineMutants() {}

    public static Store around(WorkerSettings settings, Store watched) {
        return switch (settings.mutant()) {
            case REPLAYS_UNCONFIRMED -> new ReplaysUnconfirmed(watched);
            case ANSWERS_WITHOUT_MASTER -> new RedisMutants.AnswersWithoutMaster(watched);
            case RENEWS_RARELY -> new RenewsRarely(watched);
            case RENEWS_WITHOUT_TOKEN -> new RenewsLate(watched, settings.lease());
            case HTTP_FORGETS_BODY -> new HttpMutants.ForgetsBody(watched);
            default -> watched;
        };
    }

    /** Most owners assume that their leases are renewed. */
    static final class RenewsRarely extends DelegatingStore {
        RenewsRarely(Store target) {
            super(target);
        }

        @Override
        public OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
            boolean chosen = Math.floorMod(token.nonce().hashCode(), 10) == 0;
            return chosen ? super.renew(id, token, terms) : OwnerWrite.APPLIED;
        }
    }

    /** Some renewals are sent after the lease has ended, as after a pause of the process. The store then has to check the token. */
    static final class RenewsLate extends DelegatingStore {
        private static final int ONE_IN = 3;

        private final long lease;

        RenewsLate(Store target, Duration lease) {
            super(target);
            this.lease = lease.toNanos();
        }

        @Override
        public OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
            if (ThreadLocalRandom.current().nextInt(ONE_IN) == 0) {
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(lease, 2 * lease));
            }
            return super.renew(id, token, terms);
        }
    }

    /** Replays what was sent to the store, stored or not. */
    static final class ReplaysUnconfirmed extends DelegatingStore {
        private final Map<Token, Result> sent = new ConcurrentHashMap<>();

        ReplaysUnconfirmed(Store target) {
            super(target);
        }

        @Override
        public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
            try {
                return super.settle(id, token, result, retention);
            } catch (StoreException e) {
                sent.put(token, result);
                throw e;
            }
        }

        @Override
        public ClaimResult claim(ClaimRequest request) {
            ClaimResult answer = super.claim(request);
            StoredRecord seen = answer.record();
            Result known = sent.get(seen.token());
            if (known == null || !(answer instanceof ClaimResult.Busy || answer instanceof ClaimResult.InDoubt)) {
                return answer;
            }
            return new ClaimResult.Settled(
                    ClaimMutants.settled(seen, known, seen.asOf().plus(Duration.ofDays(1))));
        }
    }
}
