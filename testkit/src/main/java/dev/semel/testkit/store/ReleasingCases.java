package dev.semel.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.RecordState;
import dev.semel.store.ClaimResult;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Token;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

abstract class ReleasingCases extends Cases {

    ReleasingCases(StoreContract contract) {
        super(contract);
    }

    private OwnerWrite release(RecordId id, Token token) {
        return store().release(id, token, ReleaseAs.RUNNABLE, RETENTION);
    }

    @Test
    @DisplayName("A10 a released record can be claimed immediately, with the next epoch and attempt")
    void releasedRecordIsRunnable() {
        RecordId id = id();
        Token token = claim(id);
        assertThat(release(id, token)).isEqualTo(OwnerWrite.APPLIED);
        assertThat(find(id).state()).isEqualTo(RecordState.RELEASED);
        ClaimResult.Claimed next = claimed(store().claim(request(id, LONG)));
        assertThat(next.record().token().epoch()).isEqualTo(token.epoch() + 1);
        assertThat(next.record().attempt()).isEqualTo(2);
        assertThat(next.tookOver()).isFalse();
    }

    @Test
    @DisplayName("A10 a released record can be claimed also by a claim that holds abandoned records")
    void releasedRecordIsRunnableForHolders() {
        RecordId id = id();
        release(id, claim(id));
        assertThat(store().claim(holding(id, LONG))).isInstanceOf(ClaimResult.Claimed.class);
    }

    @Test
    @DisplayName("of many concurrent claims of a released record one wins")
    void oneOfManyWins() throws InterruptedException {
        RecordId id = id();
        release(id, claim(id));
        List<ClaimResult> results = together(32, () -> store().claim(request(id, LONG)));
        assertThat(results).filteredOn(ClaimResult.Claimed.class::isInstance).hasSize(1);
    }

    @Test
    @DisplayName("A20 a release that is sent again is confirmed")
    void releaseSentAgain() {
        RecordId id = id();
        Token token = claim(id);
        release(id, token);
        assertThat(release(id, token)).isEqualTo(OwnerWrite.APPLIED);
    }

    @Test
    @DisplayName("A20 a release that is sent again after the next claim is refused and leaves that claim")
    void releaseSentAgainAfterTheNextClaim() {
        RecordId id = id();
        Token token = claim(id);
        release(id, token);
        claim(id);
        assertThat(release(id, token)).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(store().claim(request(id, LONG))).isInstanceOf(ClaimResult.Busy.class);
    }

    @Test
    @DisplayName("a release after the lease has ended is accepted if no other claim came first")
    void lateReleaseIsAccepted() throws InterruptedException {
        RecordId id = id();
        Token token = abandoned(id);
        assertThat(release(id, token)).isEqualTo(OwnerWrite.APPLIED);
        assertThat(claimed(store().claim(request(id, LONG))).tookOver()).isFalse();
    }

    @Test
    @DisplayName("a release with another epoch or nonce, or of an absent record, is refused")
    void strangersReleaseIsRefused() {
        RecordId id = id();
        Token token = claim(id);
        assertThat(release(id, new Token(token.epoch() + 1, token.nonce()))).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(release(id, new Token(token.epoch(), nonce()))).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(release(id(), token)).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(find(id).state()).isEqualTo(RecordState.IN_PROGRESS);
    }

    @Test
    @DisplayName("a release after the settlement is refused and leaves the result")
    void releaseAfterSettlementIsRefused() {
        RecordId id = id();
        Token token = settled(id, RETENTION);
        for (ReleaseAs as : ReleaseAs.values()) {
            assertThat(store().release(id, token, as, RETENTION)).isEqualTo(OwnerWrite.LEASE_LOST);
        }
        assertThat(result(find(id))).isEqualTo(RESULT);
    }

    @Test
    @DisplayName(
            "A6 a record that is released as abandoned can be taken over immediately, or is in doubt for a claim that holds")
    void releasedAsAbandoned() {
        RecordId id = id();
        Token token = store().claim(holding(id, LONG)).record().token();
        assertThat(store().release(id, token, ReleaseAs.ABANDONED, RETENTION)).isEqualTo(OwnerWrite.APPLIED);
        assertThat(find(id).state()).isEqualTo(RecordState.IN_DOUBT);
        assertThat(store().claim(holding(id, LONG))).isInstanceOf(ClaimResult.InDoubt.class);
        assertThat(claimed(store().claim(request(id, LONG))).tookOver()).isTrue();
    }

    @Test
    @DisplayName("A20 a release as abandoned that is sent again is confirmed")
    void releaseAsAbandonedSentAgain() {
        RecordId id = id();
        Token token = claim(id);
        store().release(id, token, ReleaseAs.ABANDONED, RETENTION);
        assertThat(store().release(id, token, ReleaseAs.ABANDONED, RETENTION)).isEqualTo(OwnerWrite.APPLIED);
        assertThat(find(id).state()).isEqualTo(RecordState.ABANDONED);
    }

    private OwnerWrite forget(RecordId id, Token token) {
        return store().release(id, token, ReleaseAs.RUNNABLE, Duration.ZERO);
    }

    @Test
    @DisplayName("A24 a record that is released without a retention is absent, and a different request can claim it")
    void forgottenRecordIsAbsent() {
        RecordId id = id();
        Token token = claim(id);
        assertThat(forget(id, token)).isEqualTo(OwnerWrite.APPLIED);
        assertThat(store().find(id)).isEmpty();
        ClaimResult.Claimed next = claimed(store().claim(withFingerprint(id, OTHER)));
        assertThat(next.record().attempt()).isEqualTo(1);
        assertThat(next.tookOver()).isFalse();
        assertThat(next.record().fingerprint()).isEqualTo(OTHER);
        assertThat(next.record().token()).isNotEqualTo(token);
    }

    @Test
    @DisplayName(
            "A24 a forgotten record is absent for a claim that holds, and where it would have stayed until it is settled")
    void forgottenRecordIsAbsentForHolders() {
        RecordId id = id();
        Token token = store().claim(holding(id, LONG)).record().token();
        assertThat(forget(id, token)).isEqualTo(OwnerWrite.APPLIED);
        assertThat(store().find(id)).isEmpty();
        assertThat(claimed(store().claim(holding(id, LONG))).record().attempt()).isEqualTo(1);
    }

    @Test
    @DisplayName("A24 of many concurrent claims of a forgotten record with different requests one wins")
    void oneOfManyWinsForgottenRecord() throws InterruptedException {
        RecordId id = id();
        forget(id, claim(id));
        List<ClaimResult> results =
                together(32, () -> store().claim(withFingerprint(id, Fingerprint.ofText(nonce().toString()))));
        assertThat(results).filteredOn(ClaimResult.Claimed.class::isInstance).hasSize(1);
    }

    @Test
    @DisplayName(
            "A24 a release without a retention that is sent again after the next claim is refused and leaves that claim")
    void forgettingSentAgainAfterTheNextClaim() {
        RecordId id = id();
        Token token = claim(id);
        forget(id, token);
        Token next = store().claim(withFingerprint(id, OTHER)).record().token();
        assertThat(forget(id, token)).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(find(id).token()).isEqualTo(next);
        assertThat(find(id).state()).isEqualTo(RecordState.IN_PROGRESS);
    }

    @Test
    @DisplayName("A24 a release without a retention that is sent again leaves the record absent, also after a purge")
    void forgettingSentAgain() {
        RecordId id = id();
        Token token = claim(id);
        forget(id, token);
        forget(id, token);
        assertThat(store().find(id)).isEmpty();
        store().purge(100);
        forget(id, token);
        assertThat(store().find(id)).isEmpty();
    }

    @Test
    @DisplayName("A24 a late settlement or renewal of a forgotten attempt is refused")
    void forgottenOwnerIsFencedOff() {
        RecordId id = id();
        Token token = claim(id);
        forget(id, token);
        assertThat(store().settle(id, token, RESULT, RETENTION)).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(store().renew(id, token, terms(LONG))).isEqualTo(OwnerWrite.LEASE_LOST);
        Token next = store().claim(withFingerprint(id, OTHER)).record().token();
        assertThat(store().settle(id, token, RESULT, RETENTION)).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(store().renew(id, token, terms(LONG))).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(find(id).token()).isEqualTo(next);
    }

    @Test
    @DisplayName("A24 an overtaken owner, and a token with another nonce, forget nothing")
    void strangersForgetNothing() throws InterruptedException {
        RecordId id = id();
        Token old = abandoned(id);
        Token token = claim(id);
        assertThat(forget(id, old)).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(forget(id, new Token(token.epoch(), nonce()))).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(find(id).state()).isEqualTo(RecordState.IN_PROGRESS);
        assertThat(store().claim(withFingerprint(id, OTHER))).isInstanceOf(ClaimResult.Mismatch.class);
        Token settled = settled(id(), RETENTION);
        assertThat(forget(id, settled)).isEqualTo(OwnerWrite.LEASE_LOST);
    }

    @Test
    @DisplayName("A4 a released record is absent when its retention has ended")
    void releasedRecordIsForgotten() throws InterruptedException {
        RecordId id = id();
        Token token = claim(id);
        store().release(id, token, ReleaseAs.RUNNABLE, Duration.ofMillis(20));
        pass(Duration.ofMillis(20));
        assertThat(store().find(id)).isEmpty();
        assertThat(store().claim(request(id, LONG)).record().attempt()).isEqualTo(1);
    }
}
