package dev.semel.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.RecordState;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

abstract class RenewingCases extends Cases {

    RenewingCases(StoreContract contract) {
        super(contract);
    }

    @Test
    @DisplayName("A9 a renewal extends the lease, and nothing else changes")
    void renewalExtendsTheLease() {
        RecordId id = id();
        Token token = claim(id, LONG);
        StoredRecord before = find(id);
        assertThat(store().renew(id, token, terms(LONG.multipliedBy(3)))).isEqualTo(OwnerWrite.APPLIED);
        StoredRecord after = find(id);
        assertThat(after.leaseEnd()).isAfter(before.leaseEnd().plus(LONG));
        assertThat(after.expiresAt()).isEqualTo(after.leaseEnd().plus(RETENTION));
        assertThat(after.token()).isEqualTo(token);
        assertThat(after.attempt()).isEqualTo(before.attempt());
        assertThat(after.createdAt()).isEqualTo(before.createdAt());
    }

    @Test
    @DisplayName("A9 a lease that is renewed in time outlasts its first duration")
    void renewedLeaseLivesOn() throws InterruptedException {
        RecordId id = id();
        Token token = claim(id, contract().shortLease());
        store().renew(id, token, terms(LONG));
        passShortLease();
        assertThat(store().claim(request(id, LONG))).isInstanceOf(ClaimResult.Busy.class);
    }

    @Test
    @DisplayName("a renewal can shorten the lease")
    void renewalMayShorten() throws InterruptedException {
        RecordId id = id();
        Token token = claim(id, LONG);
        store().renew(id, token, terms(contract().shortLease()));
        passShortLease();
        assertThat(store().claim(request(id, LONG))).isInstanceOf(ClaimResult.Claimed.class);
    }

    @Test
    @DisplayName("A8 a renewal after the lease has ended is accepted if no other claim came first")
    void lateRenewalIsAccepted() throws InterruptedException {
        RecordId id = id();
        Token token = abandoned(id);
        assertThat(store().renew(id, token, terms(LONG))).isEqualTo(OwnerWrite.APPLIED);
        assertThat(find(id).state()).isEqualTo(RecordState.IN_PROGRESS);
        assertThat(store().claim(request(id, LONG))).isInstanceOf(ClaimResult.Busy.class);
    }

    @Test
    @DisplayName("a renewal with the same terms keeps a record that stays until it is settled")
    void renewalKeepsARecordHeld() {
        RecordId id = id();
        Token token = store().claim(holding(id, LONG)).record().token();
        store().renew(id, token, new LeaseTerms(LONG, null));
        assertThat(find(id).expiresAt()).isNull();
    }

    @Test
    @DisplayName("a renewal with another epoch or nonce, or of an absent record, is refused")
    void strangersRenewalIsRefused() {
        RecordId id = id();
        Token token = claim(id);
        StoredRecord before = find(id);
        Token otherEpoch = new Token(token.epoch() + 1, token.nonce());
        Token otherNonce = new Token(token.epoch(), nonce());
        Duration longer = LONG.multipliedBy(2);
        assertThat(store().renew(id, otherEpoch, terms(longer))).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(store().renew(id, otherNonce, terms(longer))).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(store().renew(id(), token, terms(longer))).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(find(id).leaseEnd()).isEqualTo(before.leaseEnd());
    }

    @Test
    @DisplayName("a renewal after the settlement is refused and leaves the result")
    void renewalAfterSettlementIsRefused() {
        RecordId id = id();
        Token token = settled(id, RETENTION);
        assertThat(store().renew(id, token, terms(LONG))).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(find(id).state()).isEqualTo(RecordState.COMPLETED);
        assertThat(result(find(id))).isEqualTo(RESULT);
    }

    @Test
    @DisplayName("a renewal after the release is refused and leaves the record runnable")
    void renewalAfterReleaseIsRefused() {
        RecordId id = id();
        Token token = claim(id);
        store().release(id, token, ReleaseAs.RUNNABLE, RETENTION);
        assertThat(store().renew(id, token, terms(LONG))).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(store().claim(request(id, LONG))).isInstanceOf(ClaimResult.Claimed.class);
    }
}
