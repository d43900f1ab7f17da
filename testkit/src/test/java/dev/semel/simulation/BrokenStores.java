package dev.semel.simulation;

import dev.semel.RecordState;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.Token;
import dev.semel.testkit.mutant.Mutant;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Stores that each have one bug, as stores in the field have. */
final class BrokenStores {
    private static final Duration LAG = Duration.ofMillis(40);

    private BrokenStores() {}

    static Map<Mutant, Function<InstantSource, Store>> all() {
        Map<Mutant, Function<InstantSource, Store>> all = new EnumMap<>(Mutant.class);
        all.put(Mutant.SETTLES_WITHOUT_TOKEN, SettlesWithoutToken::new);
        all.put(Mutant.SETTLES_BY_EPOCH, SettlesBySmallerEpoch::new);
        all.put(Mutant.RELEASES_WITHOUT_TOKEN, ReleasesWithoutToken::new);
        all.put(Mutant.RENEWS_WITHOUT_TOKEN, RenewsWithoutToken::new);
        all.put(Mutant.TAKES_OVER_WITHOUT_EPOCH, TakesOverWithoutEpoch::new);
        all.put(Mutant.CLAIMS_BY_OLD_READ, ClaimsByOldRead::new);
        all.put(Mutant.TAKES_OVER_LIVE_LEASE, IgnoresLease::new);
        all.put(Mutant.IGNORES_HOLD, IgnoresHold::new);
        all.put(Mutant.FORGETS_TAKEOVER, ForgetsTakeover::new);
        all.put(Mutant.IGNORES_NONCE, IgnoresNonce::new);
        all.put(Mutant.IGNORES_FINGERPRINT, IgnoresFingerprint::new);
        all.put(Mutant.IGNORES_FINGERPRINT_OF_ABANDONED, IgnoresFingerprintOfUnsettled::new);
        all.put(Mutant.REPLAYS_UNSETTLED, ReplaysUnsettled::new);
        all.put(Mutant.REPLAYS_FOREVER, ReplaysForever::new);
        all.put(Mutant.FORGETS_EARLY, ForgetsEarly::new);
        all.put(Mutant.PURGES_WITHOUT_TIME, PurgesSettled::new);
        all.put(Mutant.PURGES_RUNNING, PurgesRunning::new);
        all.put(Mutant.REMEMBERS_FORGOTTEN, RemembersForgotten::new);
        all.put(Mutant.RELEASES_BY_DELETING, ForgetsReleased::new);
        all.put(Mutant.LAST_SETTLEMENT_WINS, LastSettlementWins::new);
        all.put(Mutant.SCOPES_MEET, KeysMeet::new);
        all.put(Mutant.CHANGES_BYTES, ChangesBytes::new);
        all.put(Mutant.RETURNS_DAMAGED_RESULTS, clock -> new DamageableStore(new SimpleStore(clock), false));
        return all;
    }

    private static class SettlesWithoutToken extends SimpleStore {
        SettlesWithoutToken(InstantSource clock) {
            super(clock);
        }

        @Override
        boolean maySettle(Row row, Token token) {
            return true;
        }
    }

    private static class SettlesBySmallerEpoch extends SimpleStore {
        SettlesBySmallerEpoch(InstantSource clock) {
            super(clock);
        }

        @Override
        boolean maySettle(Row row, Token token) {
            return token.epoch() <= row.token.epoch();
        }
    }

    private static class ReleasesWithoutToken extends SimpleStore {
        ReleasesWithoutToken(InstantSource clock) {
            super(clock);
        }

        @Override
        boolean mayRelease(Row row, Token token) {
            return true;
        }
    }

    private static class RenewsWithoutToken extends SimpleStore {
        RenewsWithoutToken(InstantSource clock) {
            super(clock);
        }

        @Override
        boolean mayRenew(Row row, Token token) {
            return true;
        }

        @Override
        public synchronized OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
            OwnerWrite write = super.renew(id, token, terms);
            Row row = rows.get(keyOf(id));
            if (row != null && write == OwnerWrite.APPLIED) {
                row.token = token;
            }
            return write;
        }
    }

    private static class TakesOverWithoutEpoch extends SimpleStore {
        TakesOverWithoutEpoch(InstantSource clock) {
            super(clock);
        }

        @Override
        long nextEpoch(Row row) {
            return row.token.epoch();
        }
    }

    /** Decides by an old read and then writes, as stores do that read and write in two steps. */
    private static class ClaimsByOldRead extends SimpleStore {
        private final Map<RecordId, Row> old = new LinkedHashMap<>();
        private final Map<RecordId, Instant> readAt = new LinkedHashMap<>();

        ClaimsByOldRead(InstantSource clock) {
            super(clock);
        }

        @Override
        public synchronized ClaimResult claim(ClaimRequest request) {
            RecordId id = request.id();
            Instant now = clock.instant();
            if (readAt.containsKey(id) && now.isBefore(readAt.get(id).plus(LAG))) {
                if (old.get(id) == null) {
                    rows.remove(id);
                } else {
                    rows.put(id, old.get(id).copy());
                }
            } else {
                readAt.put(id, now);
                old.put(id, rows.get(id) == null ? null : rows.get(id).copy());
            }
            return super.claim(request);
        }
    }

    private static class IgnoresLease extends SimpleStore {
        IgnoresLease(InstantSource clock) {
            super(clock);
        }

        @Override
        boolean isLeaseOver(Row row, Instant now) {
            return !now.isBefore(row.leaseEnd.minusMillis(30));
        }
    }

    private static class IgnoresHold extends SimpleStore {
        IgnoresHold(InstantSource clock) {
            super(clock);
        }

        @Override
        boolean mayTakeOver(Row row, ClaimRequest request) {
            return true;
        }
    }

    private static class ForgetsTakeover extends SimpleStore {
        ForgetsTakeover(InstantSource clock) {
            super(clock);
        }

        @Override
        boolean isOwn(Row row, ClaimRequest request) {
            row.tookOver = false;
            return super.isOwn(row, request);
        }
    }

    private static class IgnoresNonce extends SimpleStore {
        IgnoresNonce(InstantSource clock) {
            super(clock);
        }

        @Override
        boolean isOwn(Row row, ClaimRequest request) {
            return false;
        }
    }

    private static class IgnoresFingerprint extends SimpleStore {
        IgnoresFingerprint(InstantSource clock) {
            super(clock);
        }

        @Override
        boolean isMismatch(Row row, ClaimRequest request) {
            row.fingerprint = request.fingerprint();
            return false;
        }
    }

    private static class IgnoresFingerprintOfUnsettled extends SimpleStore {
        IgnoresFingerprintOfUnsettled(InstantSource clock) {
            super(clock);
        }

        @Override
        boolean isMismatch(Row row, ClaimRequest request) {
            if (!row.state.isSettled() && isLeaseOver(row, clock.instant())) {
                row.fingerprint = request.fingerprint();
            }
            return super.isMismatch(row, request);
        }
    }

    private static class ReplaysUnsettled extends SimpleStore {
        ReplaysUnsettled(InstantSource clock) {
            super(clock);
        }

        @Override
        public synchronized ClaimResult claim(ClaimRequest request) {
            ClaimResult result = super.claim(request);
            if (!(result instanceof ClaimResult.Busy)) {
                return result;
            }
            Row copy = rows.get(keyOf(request.id())).copy();
            copy.state = RecordState.COMPLETED;
            copy.result = Result.value("text/plain;charset=utf-8", new byte[0]);
            return new ClaimResult.Settled(seen(request.id(), copy, clock.instant()));
        }
    }

    private static class ReplaysForever extends SimpleStore {
        ReplaysForever(InstantSource clock) {
            super(clock);
        }

        @Override
        boolean isExpired(Row row, Instant now) {
            return !row.state.isSettled() && super.isExpired(row, now);
        }
    }

    private static class ForgetsEarly extends SimpleStore {
        ForgetsEarly(InstantSource clock) {
            super(clock);
        }

        @Override
        boolean isExpired(Row row, Instant now) {
            return row.state.isSettled() ? !now.isBefore(row.createdAt.plusSeconds(1)) : super.isExpired(row, now);
        }
    }

    private static class PurgesSettled extends SimpleStore {
        PurgesSettled(InstantSource clock) {
            super(clock);
        }

        @Override
        boolean mayPurge(Row row, Instant now) {
            return row.state.isSettled();
        }
    }

    private static class PurgesRunning extends SimpleStore {
        PurgesRunning(InstantSource clock) {
            super(clock);
        }

        @Override
        boolean mayPurge(Row row, Instant now) {
            return super.mayPurge(row, now) || row.state == RecordState.IN_PROGRESS;
        }
    }

    /** Treats a retention of zero as unset. */
    private static class RemembersForgotten extends SimpleStore {
        RemembersForgotten(InstantSource clock) {
            super(clock);
        }

        @Override
        public synchronized OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
            return super.release(id, token, as, retention.isZero() ? Duration.ofHours(1) : retention);
        }
    }

    private static class ForgetsReleased extends SimpleStore {
        ForgetsReleased(InstantSource clock) {
            super(clock);
        }

        @Override
        boolean isExpired(Row row, Instant now) {
            return row.state == RecordState.RELEASED || super.isExpired(row, now);
        }
    }

    private static class LastSettlementWins extends SimpleStore {
        LastSettlementWins(InstantSource clock) {
            super(clock);
        }

        @Override
        boolean maySettle(Row row, Token token) {
            return row.state.isSettled() || super.maySettle(row, token);
        }

        @Override
        public synchronized OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
            OwnerWrite write = super.settle(id, token, result, retention);
            if (write == OwnerWrite.APPLIED) {
                rows.get(keyOf(id)).result = result;
            }
            return write;
        }
    }

    private static class KeysMeet extends SimpleStore {
        KeysMeet(InstantSource clock) {
            super(clock);
        }

        @Override
        Object keyOf(RecordId id) {
            return id.operation().charAt(0) + id.scope() + id.key().charAt(0);
        }
    }

    private static class ChangesBytes extends SimpleStore {
        ChangesBytes(InstantSource clock) {
            super(clock);
        }

        @Override
        public synchronized OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
            byte[] bytes = result.bytes();
            if (bytes.length > 0) {
                bytes[bytes.length - 1] ^= 1;
            }
            return super.settle(id, token, Result.of(result.kind(), result.mediaType(), bytes), retention);
        }
    }
}
