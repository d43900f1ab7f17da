package dev.semel.torture.mutant;

import dev.semel.store.Store;
import dev.semel.torture.protocol.WorkerSettings;
import dev.semel.torture.site.Site;

/** Stores that each break one rule. Each wraps a correct store, or writes past it. */
public final class StoreMutants {
    private StoreMutants() {}

    public static Store around(WorkerSettings settings, Site site, Store right) {
        return switch (settings.mutant()) {
            case SETTLES_WITHOUT_TOKEN, RELEASES_WITHOUT_TOKEN, RENEWS_WITHOUT_TOKEN ->
                new WriteMutants.WritesWithoutToken(right, settings);
            case RELEASES_BY_DELETING -> new WriteMutants.ReleasesByDeleting(right, settings);
            case TAKES_OVER_WITHOUT_EPOCH -> new ClaimMutants.TakesOverWithoutEpoch(right);
            case TAKES_OVER_LIVE_LEASE -> new ClaimMutants.TakesOverLiveLease(right);
            case RENEWS_WITH_MEMORY -> new RedisMutants.RenewsWithMemory(right, settings);
            case MOVED_IS_ABSENT -> new RedisMutants.TakesMovedForAbsent(right, settings);
            case RENEWALS_GO_NOWHERE -> new LeaseMutants.NeverRenews(right);
            case LEASE_NEVER_ENDS -> new LeaseMutants.NeverEnds(right);
            case LEASE_LASTS_TOO_LONG -> new LeaseMutants.LastsTooLong(right);
            case DOUBTS_LIVE_LEASE -> new LeaseMutants.DoubtsLiveLease(right);
            case RELEASES_GO_NOWHERE -> new LeaseMutants.NeverReleases(right);
            case SETTLES_WHILE_LIVE -> new LeaseMutants.SettlesWhileLive(right);
            case CLAIM_NEVER_RETURNS -> new LeaseMutants.NeverReturns(right);
            case CLAIMS_BY_OLD_READ -> new ClaimMutants.ClaimsByOldRead(right);
            case IGNORES_NONCE -> new ClaimMutants.IgnoresNonce(right);
            case IGNORES_HOLD, FORGETS_TAKEOVER -> new ClaimMutants.ClaimsOtherwise(right, settings.mutant());
            case FREES_WHAT_IS_UNCLEAR -> new WriteMutants.FreesWhatIsUnclear(right);
            case IGNORES_FINGERPRINT -> new ClaimMutants.IgnoresFingerprint(right, false);
            case IGNORES_FINGERPRINT_OF_ABANDONED -> new ClaimMutants.IgnoresFingerprint(right, true);
            case REPLAYS_UNSETTLED -> new ClaimMutants.ReplaysUnsettled(right);
            case REPLAYS_FOREVER -> new ClaimMutants.ReplaysForever(right);
            case FORGETS_EARLY, CHANGES_BYTES, ANSWERS_BEFORE_STORING, IGNORES_LOST_LEASE, GUESSES_SETTLED ->
                new WriteMutants.SettlesOtherwise(right, settings.mutant());
            case PURGES_WITHOUT_TIME, PURGES_RUNNING -> new WriteMutants.PurgesOtherwise(right, settings);
            case SCOPES_MEET -> new ClaimMutants.ScopesMeet(right);
            case GUESSES_CLAIMED -> new ClaimMutants.GuessesClaimed(right);
            case HTTP_FREES_WHEN_CLIENT_LEAVES -> new HttpMutants.FreesWhenClientLeaves(right);
            case RENEWS_THROUGH_DRY_POOL -> new PoolMutants.RenewsThroughPool(right, site);
            case WAITS_FOR_POOL_IN_TURN -> new PoolMutants.WaitsInTurn(right, site);
            case LANE_STAYS_TAKEN -> new LeaseMutants.KeepsLane(right);
            case RESULTS_NOT_CAPPED -> new WriteMutants.SendsTooLarge(right);
            case SENT_BY_VIRTUAL_THREAD -> new LeaseMutants.SendsByVirtualThread(right);
            default -> right;
        };
    }
}
