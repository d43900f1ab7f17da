package dev.semel.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Store;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

abstract class RetentionCases extends Cases {
    private static final Duration BRIEF = Duration.ofMillis(20);

    RetentionCases(StoreContract contract) {
        super(contract);
    }

    private RecordId expired() throws InterruptedException {
        RecordId id = id();
        settled(id, BRIEF);
        pass(BRIEF);
        return id;
    }

    @Test
    @DisplayName("A4 a record whose retention has ended counts as absent before it is deleted")
    void recordPastItsRetentionIsAbsent() throws InterruptedException {
        RecordId id = expired();
        assertThat(store().find(id)).isEmpty();
        ClaimResult.Claimed claimed = claimed(store().claim(request(id, LONG)));
        assertThat(claimed.tookOver()).isFalse();
        assertThat(claimed.record().attempt()).isEqualTo(1);
        assertThat(claimed.record().result()).isNull();
        assertThat(claimed.record().createdAt()).isEqualTo(claimed.record().asOf());
    }

    @Test
    @DisplayName("A4 a record past its retention is absent also for a claim that holds abandoned records")
    void recordPastItsRetentionIsAbsentForHolders() throws InterruptedException {
        assertThat(store().claim(holding(expired(), LONG))).isInstanceOf(ClaimResult.Claimed.class);
    }

    @Test
    @DisplayName("A4 a retention ends exactly at its end, and not before")
    void retentionIsOverAtItsEnd() throws InterruptedException {
        assumeTrue(contract().hasExactTime(), "needs a clock that the test holds");
        RecordId id = id();
        settled(id, RETENTION);
        contract().passTime(RETENTION.minusNanos(1));
        assertThat(store().claim(request(id, LONG))).isInstanceOf(ClaimResult.Settled.class);
        contract().passTime(Duration.ofNanos(1));
        assertThat(store().claim(request(id, LONG))).isInstanceOf(ClaimResult.Claimed.class);
    }

    @Test
    @DisplayName("A7 the owner from before the retention ended cannot write to the record of a later claim")
    void ownerFromBeforeIsFencedOff() throws InterruptedException {
        RecordId id = id();
        Token old = settled(id, BRIEF);
        pass(BRIEF);
        Token next = claim(id);
        assertThat(next).isNotEqualTo(old);
        assertThat(store().settle(id, old, RESULT, RETENTION)).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(store().renew(id, old, terms(LONG))).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(find(id).token()).isEqualTo(next);
    }

    @Test
    @DisplayName("A7 the owner of a record that was purged and recreated is fenced off by its nonce")
    void ownerFromBeforeThePurgeIsFencedOff() throws InterruptedException {
        RecordId id = id();
        Token old = settled(id, BRIEF);
        pass(BRIEF);
        while (store().purge(1_000) > 0) {
            // other tests may have left records to purge
        }
        Token next = claim(id);
        assertThat(store().settle(id, old, RESULT, RETENTION)).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(find(id).token()).isEqualTo(next);
    }

    @Test
    @DisplayName("A2 of many concurrent claims of a record past its retention one wins")
    void oneOfManyWins() throws InterruptedException {
        RecordId id = expired();
        List<ClaimResult> results = together(32, () -> store().claim(request(id, LONG)));
        assertThat(results).filteredOn(ClaimResult.Claimed.class::isInstance).hasSize(1);
        assertThat(results).filteredOn(ClaimResult.Busy.class::isInstance).hasSize(31);
    }

    @Test
    @DisplayName("A4 an abandoned record that is not claimed again is absent after its retention")
    void abandonedRecordIsForgotten() throws InterruptedException {
        RecordId id = id();
        store().claim(new ClaimRequest(
                id, FINGERPRINT, Cases::nonce, new LeaseTerms(Duration.ofMillis(20), BRIEF), true));
        pass(Duration.ofMillis(20).plus(BRIEF));
        assertThat(store().find(id)).isEmpty();
        assertThat(claimed(store().claim(request(id, LONG))).tookOver()).isFalse();
    }

    @Test
    @DisplayName("A22 a purge removes expired records, and nothing else")
    void purgeRemovesOnlyExpired() throws InterruptedException {
        RecordId expired = id();
        settled(expired, BRIEF);
        pass(BRIEF.plus(contract().deletedAfter()));
        RecordId running = id();
        claim(running);
        RecordId abandoned = id();
        abandoned(abandoned);
        RecordId settled = id();
        settled(settled, RETENTION);
        RecordId released = id();
        store().release(released, claim(released), ReleaseAs.RUNNABLE, RETENTION);
        purgeAll(store());
        for (RecordId id : List.of(running, abandoned, settled, released)) {
            assertThat(store().find(id)).isPresent();
        }
        StoredRecord again = store().claim(request(expired, LONG)).record();
        assertThat(again.token().epoch()).isEqualTo(1);
    }

    @Test
    @DisplayName("A22 a purge removes at most as many records as its limit")
    void purgeIsBounded() throws InterruptedException {
        assumeFalse(contract().purgesItself(), "the server deletes expired records itself");
        purgeAll(store());
        for (int i = 0; i < 7; i++) {
            settled(id(), BRIEF);
        }
        pass(BRIEF);
        assertThat(store().purge(3)).isEqualTo(3);
        assertThat(store().purge(3)).isEqualTo(3);
        assertThat(store().purge(3)).isEqualTo(1);
        assertThat(store().purge(3)).isZero();
    }

    @Test
    @DisplayName("A22 a purge with a limit below one is refused")
    void purgeNeedsALimit() {
        assertThatThrownBy(() -> store().purge(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("A22 concurrent purges from several nodes remove each record once")
    void purgeFromSeveralNodes() throws InterruptedException {
        assumeFalse(contract().purgesItself(), "the server deletes expired records itself");
        purgeAll(store());
        List<RecordId> ids = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            RecordId id = id();
            settled(id, BRIEF);
            ids.add(id);
        }
        pass(BRIEF);
        Store other = contract().anotherNode();
        List<Integer> counts = together(4, () -> purgeAll(other) + purgeAll(store()));
        assertThat(counts.stream().mapToInt(Integer::intValue).sum() + purgeAll(store()))
                .isEqualTo(ids.size());
    }

    @Test
    @DisplayName("A22 claims succeed during a purge, and the claimed records stay")
    void claimsGoOnDuringAPurge() throws InterruptedException {
        for (int round = 0; round < 3; round++) {
            List<RecordId> ids = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                ids.add(expired());
            }
            var next = new AtomicInteger();
            together(8, () -> {
                for (int i = next.getAndIncrement(); i < ids.size(); i = next.getAndIncrement()) {
                    store().purge(5);
                    claim(ids.get(i));
                    store().purge(5);
                }
                return true;
            });
            assertThat(ids).allSatisfy(id -> assertThat(store().find(id)).isPresent());
        }
    }

    private static int purgeAll(Store store) {
        int total = 0;
        for (int purged = store.purge(10); purged > 0; purged = store.purge(10)) {
            total += purged;
        }
        return total;
    }
}
