package dev.semel.torture.mutant;

import dev.semel.Fingerprint;
import dev.semel.RecordState;
import dev.semel.StoreException;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import dev.semel.testkit.DelegatingStore;
import dev.semel.testkit.mutant.Mutant;
import dev.semel.torture.protocol.Values;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Stores whose claims break a rule. */
final class ClaimMutants {
    private static final Fingerprint ANY = Fingerprint.ofText("any");

    private ClaimMutants() {}

    private static ClaimRequest with(ClaimRequest request, Fingerprint fingerprint, boolean takeOver) {
        return new ClaimRequest(request.id(), fingerprint, request::nonce, request.terms(), takeOver);
    }

    private static StoredRecord with(StoredRecord seen, Fingerprint fingerprint, Token token) {
        return with(seen, seen.id(), fingerprint, token, seen.result());
    }

    private static StoredRecord with(
            StoredRecord seen, RecordId id, Fingerprint fingerprint, Token token, @Nullable Result result) {
        return new StoredRecord(
                id,
                seen.state(),
                fingerprint,
                token,
                seen.attempt(),
                seen.createdAt(),
                seen.leaseEnd(),
                seen.expiresAt(),
                result,
                seen.asOf());
    }

    /** Returns a record in progress as if it had been settled. */
    static StoredRecord settled(StoredRecord seen, Result result, @Nullable Instant expiresAt) {
        return new StoredRecord(
                seen.id(),
                RecordState.COMPLETED,
                seen.fingerprint(),
                seen.token(),
                seen.attempt(),
                seen.createdAt(),
                seen.leaseEnd(),
                expiresAt,
                result,
                seen.asOf());
    }

    private static ClaimResult with(ClaimResult result, StoredRecord record) {
        if (result instanceof ClaimResult.Claimed claimed) {
            return new ClaimResult.Claimed(record, claimed.tookOver());
        } else if (result instanceof ClaimResult.Busy) {
            return new ClaimResult.Busy(record);
        } else if (result instanceof ClaimResult.Settled) {
            return new ClaimResult.Settled(record);
        }
        return result instanceof ClaimResult.InDoubt
                ? new ClaimResult.InDoubt(record)
                : new ClaimResult.Mismatch(record);
    }

    static final class TakesOverWithoutEpoch extends DelegatingStore {
        private final Map<Nonce, Token> real = new ConcurrentHashMap<>();

        TakesOverWithoutEpoch(Store target) {
            super(target);
        }

        @Override
        public ClaimResult claim(ClaimRequest request) {
            ClaimResult result = super.claim(request);
            Token token = result.record().token();
            if (!(result instanceof ClaimResult.Claimed claimed) || !claimed.tookOver()) {
                return result;
            }
            real.put(token.nonce(), token);
            Token same = new Token(Math.max(1, token.epoch() - 1), token.nonce());
            return with(result, with(result.record(), result.record().fingerprint(), same));
        }

        @Override
        public OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
            return super.renew(id, real.getOrDefault(token.nonce(), token), terms);
        }

        @Override
        public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
            return super.settle(id, real.getOrDefault(token.nonce(), token), result, retention);
        }

        @Override
        public OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
            return super.release(id, real.getOrDefault(token.nonce(), token), as, retention);
        }
    }

    static final class TakesOverLiveLease extends DelegatingStore {
        TakesOverLiveLease(Store target) {
            super(target);
        }

        @Override
        public ClaimResult claim(ClaimRequest request) {
            ClaimResult result = super.claim(request);
            if (result instanceof ClaimResult.Busy
                    && ThreadLocalRandom.current().nextInt(4) == 0) {
                super.release(request.id(), result.record().token(), ReleaseAs.RUNNABLE, Duration.ofHours(1));
                return super.claim(request);
            }
            return result;
        }
    }

    /** Decides by an earlier read that found no record, and takes the record from an owner that claimed meanwhile. */
    static final class ClaimsByOldRead extends DelegatingStore {
        ClaimsByOldRead(Store target) {
            super(target);
        }

        @Override
        public ClaimResult claim(ClaimRequest request) {
            boolean free = find(request.id()).isEmpty();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
            ClaimResult result = super.claim(request);
            if (free && result instanceof ClaimResult.Busy) {
                super.release(request.id(), result.record().token(), ReleaseAs.RUNNABLE, Duration.ofHours(1));
                return super.claim(request);
            }
            return result;
        }
    }

    static final class ClaimsOtherwise extends DelegatingStore {
        private final Mutant mutant;

        ClaimsOtherwise(Store target, Mutant mutant) {
            super(target);
            this.mutant = mutant;
        }

        @Override
        public ClaimResult claim(ClaimRequest request) {
            if (mutant == Mutant.IGNORES_HOLD) {
                return super.claim(with(request, request.fingerprint(), true));
            }
            ClaimResult result = super.claim(request);
            return result instanceof ClaimResult.Claimed ? new ClaimResult.Claimed(result.record(), false) : result;
        }
    }

    /** A claim that is sent again is answered as busy, with itself as the owner. */
    static final class IgnoresNonce extends DelegatingStore {
        private final Map<Nonce, Boolean> sent = new ConcurrentHashMap<>();

        IgnoresNonce(Store target) {
            super(target);
        }

        @Override
        public ClaimResult claim(ClaimRequest request) {
            boolean again = sent.put(request.nonce(), true) != null;
            ClaimResult result = super.claim(request);
            return again
                            && result instanceof ClaimResult.Claimed
                            && result.record().attempt() == 1
                    ? new ClaimResult.Busy(result.record())
                    : result;
        }
    }

    /** The store sees one fingerprint for all requests. A settled record may carry the right one in its media type. */
    static final class IgnoresFingerprint extends DelegatingStore {
        private final boolean checksSettled;
        private final Map<Token, Fingerprint> asked = new ConcurrentHashMap<>();

        IgnoresFingerprint(Store target, boolean checksSettled) {
            super(target);
            this.checksSettled = checksSettled;
        }

        @Override
        public ClaimResult claim(ClaimRequest request) {
            ClaimResult result = super.claim(with(request, ANY, request.takeOver()));
            StoredRecord seen =
                    with(result.record(), request.fingerprint(), result.record().token());
            if (result instanceof ClaimResult.Claimed) {
                asked.put(seen.token(), request.fingerprint());
            }
            Result stored = result.record().result();
            if (!checksSettled || stored == null) {
                return with(result, seen);
            }
            int mark = stored.mediaType().lastIndexOf(';');
            boolean same = stored.mediaType().substring(mark + 1).equals(Values.request(request.fingerprint()));
            StoredRecord clean = with(
                    seen,
                    seen.id(),
                    seen.fingerprint(),
                    seen.token(),
                    Result.of(stored.kind(), stored.mediaType().substring(0, mark), stored.bytes()));
            return same ? new ClaimResult.Settled(clean) : new ClaimResult.Mismatch(with(clean, ANY, clean.token()));
        }

        @Override
        public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
            if (!checksSettled) {
                return super.settle(id, token, result, retention);
            }
            String mark = ";" + Values.request(asked.getOrDefault(token, ANY));
            return super.settle(
                    id, token, Result.of(result.kind(), result.mediaType() + mark, result.bytes()), retention);
        }
    }

    static final class ReplaysUnsettled extends DelegatingStore {
        ReplaysUnsettled(Store target) {
            super(target);
        }

        @Override
        public ClaimResult claim(ClaimRequest request) {
            ClaimResult result = super.claim(request);
            if (!(result instanceof ClaimResult.Busy)) {
                return result;
            }
            StoredRecord seen = result.record();
            Result nothing = Result.value("text/plain;charset=utf-8", new byte[0]);
            return new ClaimResult.Settled(settled(seen, nothing, seen.expiresAt()));
        }
    }

    static final class ReplaysForever extends DelegatingStore {
        private final Map<RecordId, ClaimResult> known = new ConcurrentHashMap<>();

        ReplaysForever(Store target) {
            super(target);
        }

        @Override
        public ClaimResult claim(ClaimRequest request) {
            ClaimResult old = known.get(request.id());
            if (old != null && old.record().fingerprint().equals(request.fingerprint())) {
                return old;
            }
            ClaimResult result = super.claim(request);
            if (result instanceof ClaimResult.Settled) {
                known.put(request.id(), result);
            }
            return result;
        }
    }

    static final class ScopesMeet extends DelegatingStore {
        ScopesMeet(Store target) {
            super(target);
        }

        private static RecordId met(RecordId id) {
            return new RecordId(id.operation(), "", id.scope() + id.key());
        }

        @Override
        public ClaimResult claim(ClaimRequest request) {
            ClaimResult result = super.claim(new ClaimRequest(
                    met(request.id()), request.fingerprint(), request::nonce, request.terms(), request.takeOver()));
            StoredRecord seen = result.record();
            return with(result, with(seen, request.id(), seen.fingerprint(), seen.token(), seen.result()));
        }

        @Override
        public OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
            return super.renew(met(id), token, terms);
        }

        @Override
        public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
            return super.settle(met(id), token, result, retention);
        }

        @Override
        public OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
            return super.release(met(id), token, as, retention);
        }
    }

    static final class GuessesClaimed extends DelegatingStore {
        GuessesClaimed(Store target) {
            super(target);
        }

        @Override
        public ClaimResult claim(ClaimRequest request) {
            try {
                return super.claim(request);
            } catch (StoreException e) {
                Instant now = Instant.now();
                return new ClaimResult.Claimed(
                        new StoredRecord(
                                request.id(),
                                RecordState.IN_PROGRESS,
                                request.fingerprint(),
                                new Token(1, request.nonce()),
                                1,
                                now,
                                request.terms().leaseEnd(now),
                                null,
                                null,
                                now),
                        false);
            }
        }
    }
}
