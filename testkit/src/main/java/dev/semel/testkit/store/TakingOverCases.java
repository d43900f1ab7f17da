package dev.semel.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.semel.RecordState;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

abstract class TakingOverCases extends Cases {
    private static final Result LATE = Result.value("text/plain", new byte[] {1});

    TakingOverCases(StoreContract contract) {
        super(contract);
    }

    @Test
    @DisplayName("A6 a claim after the lease has ended takes over with the next epoch and attempt")
    void leaseThatIsOverIsTakenOver() throws InterruptedException {
        RecordId id = id();
        Token first = abandoned(id);
        StoredRecord before = find(id);
        ClaimResult.Claimed claimed = claimed(store().claim(request(id, LONG)));
        assertThat(before.state()).isEqualTo(RecordState.ABANDONED);
        assertThat(claimed.tookOver()).isTrue();
        assertThat(claimed.record().token().epoch()).isEqualTo(first.epoch() + 1);
        assertThat(claimed.record().attempt()).isEqualTo(2);
        assertThat(claimed.record().createdAt()).isEqualTo(before.createdAt());
        assertThat(claimed.record().state()).isEqualTo(RecordState.IN_PROGRESS);
    }

    @Test
    @DisplayName("A6 a lease ends exactly at its end, and not before")
    void leaseIsOverAtItsEnd() throws InterruptedException {
        assumeTrue(contract().hasExactTime(), "needs a clock that the test holds");
        RecordId id = id();
        claim(id, LONG);
        contract().passTime(LONG.minusNanos(1));
        assertThat(store().claim(request(id, LONG))).isInstanceOf(ClaimResult.Busy.class);
        contract().passTime(Duration.ofNanos(1));
        assertThat(store().claim(request(id, LONG))).isInstanceOf(ClaimResult.Claimed.class);
    }

    @Test
    @DisplayName("A6 of many concurrent takeovers one wins")
    void oneOfManyTakesOver() throws InterruptedException {
        RecordId id = id();
        abandoned(id);
        List<ClaimResult> results = together(32, () -> store().claim(request(id, LONG)));
        assertThat(results).filteredOn(ClaimResult.Claimed.class::isInstance).hasSize(1);
        assertThat(find(id).token().epoch()).isEqualTo(2);
    }

    @Test
    @DisplayName(
            "A6 an abandoned record is in doubt for a claim that holds it, three times in a row, and nothing changes")
    void holderIsInDoubt() throws InterruptedException {
        RecordId id = id();
        store().claim(holding(id, contract().shortLease()));
        passShortLease();
        StoredRecord before = find(id);
        assertThat(before.state()).isEqualTo(RecordState.IN_DOUBT);
        for (int i = 0; i < 3; i++) {
            ClaimResult result = store().claim(holding(id, LONG));
            assertThat(result).isInstanceOf(ClaimResult.InDoubt.class);
            assertThat(result.record().token()).isEqualTo(before.token());
        }
        assertThat(find(id).leaseEnd()).isEqualTo(before.leaseEnd());
    }

    @Test
    @DisplayName("A6 a claim that holds finds a record in doubt also if its owner would have run again")
    void holderIsInDoubtAboutOthers() throws InterruptedException {
        RecordId id = id();
        abandoned(id);
        assertThat(store().claim(holding(id, LONG))).isInstanceOf(ClaimResult.InDoubt.class);
    }

    @Test
    @DisplayName("A6 a record in doubt can be taken over explicitly, as by an operator or a reconciler")
    void inDoubtCanBeTakenOver() throws InterruptedException {
        RecordId id = id();
        store().claim(holding(id, contract().shortLease()));
        passShortLease();
        ClaimResult.Claimed claimed = claimed(store().claim(request(id, LONG)));
        assertThat(claimed.tookOver()).isTrue();
        assertThat(store().settle(id, claimed.record().token(), RESULT, RETENTION))
                .isEqualTo(OwnerWrite.APPLIED);
        assertThat(store().claim(holding(id, LONG))).isInstanceOf(ClaimResult.Settled.class);
    }

    @Test
    @DisplayName("A6 a record in doubt is never purged")
    void inDoubtIsNeverPurged() throws InterruptedException {
        RecordId id = id();
        store().claim(holding(id, contract().shortLease()));
        passShortLease();
        if (contract().hasExactTime()) {
            contract().passTime(Duration.ofDays(4_000));
        }
        store().purge(1_000);
        assertThat(find(id).state()).isEqualTo(RecordState.IN_DOUBT);
    }

    @Test
    @DisplayName("A7 the settlement of an overtaken owner is refused and changes nothing")
    void lateSettlementIsRefused() throws InterruptedException {
        RecordId id = id();
        Token first = abandoned(id);
        Token second = claim(id);
        assertThat(store().settle(id, first, LATE, RETENTION)).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(find(id).state()).isEqualTo(RecordState.IN_PROGRESS);
        store().settle(id, second, RESULT, RETENTION);
        assertThat(store().settle(id, first, LATE, RETENTION)).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(result(find(id))).isEqualTo(RESULT);
    }

    @Test
    @DisplayName("A7 the release of an overtaken owner is refused and changes nothing")
    void lateReleaseIsRefused() throws InterruptedException {
        RecordId id = id();
        Token first = abandoned(id);
        Token second = claim(id);
        for (ReleaseAs as : ReleaseAs.values()) {
            assertThat(store().release(id, first, as, RETENTION)).isEqualTo(OwnerWrite.LEASE_LOST);
        }
        assertThat(find(id).token()).isEqualTo(second);
        assertThat(find(id).state()).isEqualTo(RecordState.IN_PROGRESS);
        assertThat(store().claim(request(id, LONG))).isInstanceOf(ClaimResult.Busy.class);
    }

    @Test
    @DisplayName("A7 the renewal of an overtaken owner is refused and changes nothing")
    void lateRenewalIsRefused() throws InterruptedException {
        RecordId id = id();
        Token first = abandoned(id);
        claim(id);
        StoredRecord before = find(id);
        assertThat(store().renew(id, first, terms(LONG.multipliedBy(2)))).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(find(id).leaseEnd()).isEqualTo(before.leaseEnd());
        assertThat(find(id).token()).isEqualTo(before.token());
    }

    @Test
    @DisplayName("A20 a takeover that is sent again is still reported as a takeover, so that a reconciler is asked")
    void takeoverSentAgain() throws InterruptedException {
        RecordId id = id();
        abandoned(id);
        ClaimRequest request = request(id, LONG);
        ClaimResult.Claimed first = claimed(store().claim(request));
        ClaimResult.Claimed second = claimed(store().claim(request));
        assertThat(second.tookOver()).isTrue();
        assertThat(second.record().token()).isEqualTo(first.record().token());
        assertThat(second.record().attempt()).isEqualTo(2);
        store().renew(id, first.record().token(), terms(LONG));
        assertThat(claimed(store().claim(request)).tookOver()).isTrue();
    }

    @Test
    @DisplayName("A27 the epoch grows with every takeover and release, and the creation time stays, in every answer")
    void epochGrows() throws InterruptedException {
        RecordId id = id();
        StoredRecord first = store().claim(request(id, contract().shortLease())).record();
        for (int expected = 2; expected <= 5; expected++) {
            if (expected == 4) {
                store().release(id, find(id).token(), ReleaseAs.RUNNABLE, RETENTION);
            } else {
                passShortLease();
            }
            StoredRecord record =
                    store().claim(request(id, contract().shortLease())).record();
            assertThat(record.token().epoch()).isEqualTo(expected);
            assertThat(record.attempt()).isEqualTo(expected);
            assertThat(record.createdAt()).isEqualTo(first.createdAt());
        }
        store().settle(id, find(id).token(), RESULT, RETENTION);
        assertThat(find(id).createdAt()).isEqualTo(first.createdAt());
        assertThat(find(id).token().epoch()).isEqualTo(5);
    }
}
