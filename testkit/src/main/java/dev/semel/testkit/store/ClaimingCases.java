package dev.semel.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.RecordState;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.RecordId;
import dev.semel.store.StoredRecord;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

abstract class ClaimingCases extends Cases {

    ClaimingCases(StoreContract contract) {
        super(contract);
    }

    @Test
    @DisplayName("A1 an absent record is claimed with epoch 1 and attempt 1")
    void absentRecordIsClaimed() {
        RecordId id = id();
        ClaimRequest request = request(id, LONG);
        ClaimResult.Claimed claimed = claimed(store().claim(request));
        StoredRecord record = claimed.record();
        assertThat(claimed.tookOver()).isFalse();
        assertThat(record.id()).isEqualTo(id);
        assertThat(record.state()).isEqualTo(RecordState.IN_PROGRESS);
        assertThat(record.token().epoch()).isEqualTo(1);
        assertThat(record.token().nonce()).isEqualTo(request.nonce());
        assertThat(record.attempt()).isEqualTo(1);
        assertThat(record.fingerprint()).isEqualTo(FINGERPRINT);
        assertThat(record.result()).isNull();
    }

    @Test
    @DisplayName("the lease and the expiry are counted from the store's own time")
    void leaseCountsFromTheStoresTime() {
        StoredRecord record = store().claim(request(id(), LONG)).record();
        assertThat(Duration.between(record.createdAt(), record.leaseEnd())).isEqualTo(LONG);
        assertThat(record.asOf()).isEqualTo(record.createdAt());
        assertThat(record.expiresAt()).isEqualTo(record.leaseEnd().plus(RETENTION));
    }

    @Test
    @DisplayName("a record that is held when abandoned never expires")
    void heldRecordNeverExpires() {
        assertThat(store().claim(holding(id(), LONG)).record().expiresAt()).isNull();
    }

    @Test
    @DisplayName("A5 a live lease is busy, three times in a row, and nothing changes")
    void liveLeaseIsBusy() {
        RecordId id = id();
        claim(id);
        StoredRecord before = find(id);
        for (int i = 0; i < 3; i++) {
            ClaimResult result = store().claim(request(id, LONG));
            assertThat(result).isInstanceOf(ClaimResult.Busy.class);
            assertThat(result.record().token()).isEqualTo(before.token());
            assertThat(result.record().leaseEnd()).isEqualTo(before.leaseEnd());
            assertThat(result.record().createdAt()).isEqualTo(before.createdAt());
        }
        assertThat(find(id).leaseEnd()).isEqualTo(before.leaseEnd());
    }

    @Test
    @DisplayName("A5 a live lease is busy also for a claim that holds abandoned records")
    void liveLeaseIsBusyForHolders() {
        RecordId id = id();
        claim(id);
        assertThat(store().claim(holding(id, LONG))).isInstanceOf(ClaimResult.Busy.class);
    }

    @Test
    @DisplayName("A2 of many concurrent claims one wins, and all others report its owner")
    void oneOfManyWins() throws InterruptedException {
        for (int round = 0; round < 5; round++) {
            RecordId id = id();
            List<ClaimResult> results = together(32, () -> store().claim(request(id, LONG)));
            List<ClaimResult> winners = results.stream()
                    .filter(ClaimResult.Claimed.class::isInstance)
                    .toList();
            assertThat(winners).hasSize(1);
            assertThat(results).filteredOn(ClaimResult.Busy.class::isInstance).hasSize(31);
            assertThat(results)
                    .allSatisfy(result -> assertThat(result.record().token())
                            .isEqualTo(winners.get(0).record().token()));
        }
    }

    @Test
    @DisplayName("A2 of concurrent claims from several nodes one wins")
    void oneOfManyNodesWins() throws InterruptedException {
        var nodes = List.of(
                contract().anotherNode(), contract().anotherNode(), contract().anotherNode());
        RecordId id = id();
        var turn = new AtomicInteger();
        List<ClaimResult> results = together(
                24, () -> nodes.get(turn.getAndIncrement() % nodes.size()).claim(request(id, LONG)));
        assertThat(results).filteredOn(ClaimResult.Claimed.class::isInstance).hasSize(1);
    }

    @Test
    @DisplayName("claims of different records are independent")
    void differentRecordsAreIndependent() throws InterruptedException {
        var numbers = new AtomicInteger();
        List<ClaimResult> results = together(
                16,
                () -> store().claim(request(new RecordId(operation(), "many", "k" + numbers.getAndIncrement()), LONG)));
        assertThat(results).allMatch(ClaimResult.Claimed.class::isInstance);
    }

    @Test
    @DisplayName("A20 a claim that is sent again is recognised by its nonce")
    void claimSentAgainIsRecognised() {
        RecordId id = id();
        ClaimRequest request = request(id, LONG);
        ClaimResult.Claimed first = claimed(store().claim(request));
        ClaimResult.Claimed second = claimed(store().claim(request));
        assertThat(second.record().token()).isEqualTo(first.record().token());
        assertThat(second.record().attempt()).isEqualTo(1);
        assertThat(second.tookOver()).isFalse();
        assertThat(store().claim(request(id, LONG))).isInstanceOf(ClaimResult.Busy.class);
    }

    @Test
    @DisplayName("A20 a claim that is sent again restarts its lease")
    void claimSentAgainRestartsTheLease() throws InterruptedException {
        RecordId id = id();
        ClaimRequest request = request(id, LONG);
        StoredRecord first = store().claim(request).record();
        pass(Duration.ofMillis(20));
        StoredRecord second = store().claim(request).record();
        assertThat(second.leaseEnd()).isAfter(first.leaseEnd());
        assertThat(second.createdAt()).isEqualTo(first.createdAt());
    }

    @Test
    @DisplayName("A20 a claim that is sent again after its lease has ended is recognised if no other claim came first")
    void claimSentAgainAfterTheLease() throws InterruptedException {
        RecordId id = id();
        ClaimRequest request = request(id, contract().shortLease());
        StoredRecord first = store().claim(request).record();
        passShortLease();
        ClaimResult.Claimed second = claimed(store().claim(request));
        assertThat(second.record().token()).isEqualTo(first.token());
        assertThat(second.tookOver()).isFalse();
    }

    @Test
    @DisplayName("A20 a claim that is sent again after a takeover is busy")
    void claimSentAgainAfterATakeover() throws InterruptedException {
        RecordId id = id();
        ClaimRequest request = request(id, contract().shortLease());
        store().claim(request);
        passShortLease();
        claim(id);
        assertThat(store().claim(request)).isInstanceOf(ClaimResult.Busy.class);
    }

    @Test
    @DisplayName("A20 one claim that many threads send concurrently is granted to all of them as one")
    void oneNonceOnManyThreads() throws InterruptedException {
        RecordId id = id();
        ClaimRequest request = request(id, LONG);
        List<ClaimResult> results = together(16, () -> store().claim(request));
        assertThat(results).allMatch(ClaimResult.Claimed.class::isInstance);
        assertThat(results).extracting(result -> result.record().token()).containsOnly(find(id).token());
    }

    @Test
    @DisplayName("the shortest and the longest lease and retention are accepted")
    void extremeTerms() {
        RecordId shortest = id();
        claimed(store().claim(new ClaimRequest(
                shortest,
                FINGERPRINT,
                Cases::nonce,
                new LeaseTerms(Duration.ofMillis(10), Duration.ofMillis(1)),
                true)));
        RecordId longest = id();
        claimed(store().claim(new ClaimRequest(
                longest,
                FINGERPRINT,
                Cases::nonce,
                new LeaseTerms(Duration.ofDays(7), Duration.ofDays(36_525)),
                true)));
    }
}
