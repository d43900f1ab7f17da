package dev.semel.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.store.ClaimResult;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

abstract class MismatchCases extends Cases {

    MismatchCases(StoreContract contract) {
        super(contract);
    }

    private void assertMismatchAndUnchanged(RecordId id) {
        StoredRecord before = find(id);
        for (int i = 0; i < 2; i++) {
            ClaimResult result = store().claim(withFingerprint(id, OTHER));
            assertThat(result).isInstanceOf(ClaimResult.Mismatch.class);
            assertThat(result.record().fingerprint()).isEqualTo(FINGERPRINT);
        }
        StoredRecord after = find(id);
        assertThat(after.token()).isEqualTo(before.token());
        assertThat(after.state()).isEqualTo(before.state());
        assertThat(after.leaseEnd()).isEqualTo(before.leaseEnd());
        assertThat(after.result()).isEqualTo(before.result());
        assertThat(after.fingerprint()).isEqualTo(FINGERPRINT);
    }

    @Test
    @DisplayName("A12 is a mismatch while the first is in progress")
    void whileInProgress() {
        RecordId id = id();
        claim(id);
        assertMismatchAndUnchanged(id);
    }

    @Test
    @DisplayName("A12 is a mismatch after the first has completed")
    void afterCompletion() {
        RecordId id = id();
        settled(id, RETENTION);
        assertMismatchAndUnchanged(id);
    }

    @Test
    @DisplayName("A12 is a mismatch after the first has failed")
    void afterFailure() {
        RecordId id = id();
        Token token = claim(id);
        store().settle(id, token, Result.failure("text/plain", new byte[] {1}), RETENTION);
        assertMismatchAndUnchanged(id);
    }

    @Test
    @DisplayName("A12 is a mismatch after a release, since the first attempt may have taken effect")
    void afterRelease() {
        RecordId id = id();
        Token token = claim(id);
        store().release(id, token, ReleaseAs.RUNNABLE, RETENTION);
        assertMismatchAndUnchanged(id);
    }

    @Test
    @DisplayName("A12 is a mismatch after the lease has ended, and does not take over")
    void afterAbandonment() throws InterruptedException {
        RecordId id = id();
        abandoned(id);
        assertMismatchAndUnchanged(id);
    }

    @Test
    @DisplayName("A12 is a mismatch while the record is in doubt")
    void inDoubt() throws InterruptedException {
        RecordId id = id();
        store().claim(holding(id, contract().shortLease()));
        passShortLease();
        assertMismatchAndUnchanged(id);
    }

    @Test
    @DisplayName("A4 is a new request after the retention has ended")
    void afterRetention() throws InterruptedException {
        RecordId id = id();
        settled(id, Duration.ofMillis(20));
        pass(Duration.ofMillis(20));
        StoredRecord record = claimed(store().claim(withFingerprint(id, OTHER))).record();
        assertThat(record.fingerprint()).isEqualTo(OTHER);
        assertThat(store().claim(request(id, LONG))).isInstanceOf(ClaimResult.Mismatch.class);
    }

    @Test
    @DisplayName("A12 is compared with a fingerprint that outlives the settlement")
    void fingerprintOutlivesTheSettlement() {
        RecordId id = id();
        settled(id, RETENTION);
        assertThat(find(id).fingerprint()).isEqualTo(FINGERPRINT);
    }
}
