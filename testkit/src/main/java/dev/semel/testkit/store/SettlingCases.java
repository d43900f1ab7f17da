package dev.semel.testkit.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.semel.RecordState;
import dev.semel.store.ClaimResult;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.ResultTooLargeException;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

abstract class SettlingCases extends Cases {

    SettlingCases(StoreContract contract) {
        super(contract);
    }

    private void assertReplayed(Result result) {
        RecordId id = id();
        Token token = claim(id);
        assertThat(store().settle(id, token, result, RETENTION)).isEqualTo(OwnerWrite.APPLIED);
        ClaimResult replay = store().claim(request(id, LONG));
        assertThat(replay).isInstanceOf(ClaimResult.Settled.class);
        assertThat(result(replay.record())).isEqualTo(result);
        assertThat(result(replay.record()).bytes()).isEqualTo(result.bytes());
    }

    @Test
    @DisplayName("A1 a settled record replays its result to every later claim")
    void settledRecordReplays() {
        RecordId id = id();
        Token token = settled(id, RETENTION);
        for (int i = 0; i < 3; i++) {
            ClaimResult replay = store().claim(request(id, LONG));
            assertThat(replay).isInstanceOf(ClaimResult.Settled.class);
            assertThat(result(replay.record())).isEqualTo(RESULT);
            assertThat(replay.record().state()).isEqualTo(RecordState.COMPLETED);
            assertThat(replay.record().token()).isEqualTo(token);
            assertThat(replay.record().attempt()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("a settled record replays also to a claim that holds abandoned records")
    void settledRecordReplaysToHolders() {
        RecordId id = id();
        settled(id, RETENTION);
        assertThat(store().claim(holding(id, LONG))).isInstanceOf(ClaimResult.Settled.class);
    }

    @Test
    @DisplayName("A10 a failure is kept as a failure")
    void failureIsKept() {
        RecordId id = id();
        Token token = claim(id);
        Result failure = Result.failure("text/plain", "declined".getBytes(UTF_8));
        store().settle(id, token, failure, RETENTION);
        ClaimResult replay = store().claim(request(id, LONG));
        assertThat(replay.record().state()).isEqualTo(RecordState.FAILED);
        assertThat(result(replay.record())).isEqualTo(failure);
    }

    @Test
    @DisplayName("A3 an empty result is replayed as an empty result")
    void emptyResult() {
        assertReplayed(Result.value("application/x-nothing", new byte[0]));
    }

    @Test
    @DisplayName("every byte value is replayed unchanged, zero included")
    void everyByte() {
        byte[] bytes = new byte[512];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        assertReplayed(Result.value("application/octet-stream", bytes));
    }

    @Test
    @DisplayName("text with zeros, quotes and supplementary characters is replayed unchanged")
    void difficultText() {
        assertReplayed(Result.value("application/json;charset=utf-8", "\u0000'\"\\;--\uD83D\uDE00é".getBytes(UTF_8)));
    }

    @Test
    @DisplayName("a result of 100 KB is replayed unchanged")
    void largeResult() {
        byte[] bytes = new byte[100_000];
        new Random(7).nextBytes(bytes);
        assertReplayed(Result.value("application/octet-stream", bytes));
    }

    @Test
    @DisplayName("a result above the store's limit is refused with that limit, and the owner can still settle")
    void tooLargeResult() {
        int limit = contract().resultLimit().orElse(0);
        assumeTrue(limit > 0, "the store declares no limit");
        RecordId id = id();
        Token token = claim(id);
        Result tooLarge = Result.value("application/octet-stream", new byte[limit + 1]);
        assertThatThrownBy(() -> store().settle(id, token, tooLarge, RETENTION))
                .isInstanceOf(ResultTooLargeException.class)
                .hasMessageContaining(String.valueOf(limit));
        assertThat(find(id).state()).isEqualTo(RecordState.IN_PROGRESS);
        assertThat(store().settle(id, token, RESULT, RETENTION)).isEqualTo(OwnerWrite.APPLIED);
    }

    @Test
    @DisplayName("A20 a settlement that is sent again is confirmed and changes nothing")
    void settlementSentAgain() {
        RecordId id = id();
        Token token = settled(id, RETENTION);
        StoredRecord before = find(id);
        assertThat(store().settle(id, token, RESULT, RETENTION.multipliedBy(2))).isEqualTo(OwnerWrite.APPLIED);
        assertThat(store().settle(id, token, Result.value("text/plain", new byte[] {9}), RETENTION))
                .isEqualTo(OwnerWrite.APPLIED);
        StoredRecord after = find(id);
        assertThat(result(after)).isEqualTo(RESULT);
        assertThat(after.expiresAt()).isEqualTo(before.expiresAt());
    }

    @Test
    @DisplayName("A20 of many settlements under one token the bytes of the first stay")
    void manySettlementsOfOneToken() throws InterruptedException {
        RecordId id = id();
        Token token = claim(id);
        AtomicInteger number = new AtomicInteger();
        List<OwnerWrite> writes = together(16, () -> {
            byte[] mine = {(byte) number.getAndIncrement()};
            return store().settle(id, token, Result.value("text/plain", mine), RETENTION);
        });
        assertThat(writes).containsOnly(OwnerWrite.APPLIED);
        Result kept = result(find(id));
        assertThat(result(store().claim(request(id, LONG)).record())).isEqualTo(kept);
        assertThat(result(store().claim(request(id, LONG)).record())).isEqualTo(kept);
    }

    @Test
    @DisplayName("a settlement with another epoch or nonce, or of an absent record, is refused")
    void strangersSettlementIsRefused() {
        RecordId id = id();
        Token token = claim(id);
        Token otherEpoch = new Token(token.epoch() + 1, token.nonce());
        Token otherNonce = new Token(token.epoch(), nonce());
        assertThat(store().settle(id, otherEpoch, RESULT, RETENTION)).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(store().settle(id, otherNonce, RESULT, RETENTION)).isEqualTo(OwnerWrite.LEASE_LOST);
        RecordId absent = id();
        assertThat(store().settle(absent, token, RESULT, RETENTION)).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(store().find(absent)).isEmpty();
        assertThat(find(id).state()).isEqualTo(RecordState.IN_PROGRESS);
    }

    @Test
    @DisplayName("A8 a settlement after the lease has ended is accepted if no other claim came first")
    void lateSettlementIsAccepted() throws InterruptedException {
        RecordId id = id();
        Token token = abandoned(id);
        assertThat(store().settle(id, token, RESULT, RETENTION)).isEqualTo(OwnerWrite.APPLIED);
        assertThat(store().claim(request(id, LONG))).isInstanceOf(ClaimResult.Settled.class);
    }

    @Test
    @DisplayName("A8 a settlement is accepted also after another claim found the record in doubt")
    void lateSettlementInDoubtIsAccepted() throws InterruptedException {
        RecordId id = id();
        Token token =
                store().claim(holding(id, contract().shortLease())).record().token();
        passShortLease();
        store().claim(holding(id, LONG));
        assertThat(store().settle(id, token, RESULT, RETENTION)).isEqualTo(OwnerWrite.APPLIED);
        assertThat(find(id).state()).isEqualTo(RecordState.COMPLETED);
    }

    @Test
    @DisplayName("a settlement after the release is refused")
    void settlementAfterReleaseIsRefused() {
        RecordId id = id();
        Token token = claim(id);
        store().release(id, token, ReleaseAs.RUNNABLE, RETENTION);
        assertThat(store().settle(id, token, RESULT, RETENTION)).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(find(id).state()).isEqualTo(RecordState.RELEASED);
    }

    @Test
    @DisplayName("the retention counts from the settlement, not from the claim")
    void retentionCountsFromTheSettlement() throws InterruptedException {
        RecordId id = id();
        Token token = claim(id);
        pass(Duration.ofMillis(50));
        store().settle(id, token, RESULT, RETENTION);
        StoredRecord record = find(id);
        assertThat(record.expiresAt())
                .isAfterOrEqualTo(record.createdAt().plus(RETENTION).plusMillis(50));
    }

    @Test
    @DisplayName("a settled record accepts the longest retention")
    void longestRetention() {
        RecordId id = id();
        settled(id, Duration.ofDays(36_525));
        assertThat(store().claim(request(id, LONG))).isInstanceOf(ClaimResult.Settled.class);
    }
}
