package dev.semel.testkit.store;

import static dev.semel.policy.Policies.replayFailures;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import dev.semel.Fingerprint;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.RecordState;
import dev.semel.ResultNotKeptException;
import dev.semel.Semel;
import dev.semel.policy.Retention;
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
import dev.semel.testkit.GoldenContract;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Records that earlier releases have written: every later version replays them, takes them over, holds, renews and settles them. */
public abstract class StoredRecordsContract extends GoldenContract<Store> {
    private static final String OPERATION = "golden.payments";
    private static final String SCOPE = "tenant-ü";
    private static final Duration CENTURY = Retention.MAX;
    private static final Duration LEASE = Duration.ofMinutes(5);

    private static final String REQUEST = "request";
    private static final String RECEIPT = "receipt\n€ 12,50";
    private static final String HALF_A_SYMBOL = "\ud83e";
    private static final Fingerprint FINGERPRINT = Fingerprint.ofText(REQUEST);
    private static final Result RESULT = Result.value("text/plain", RECEIPT.getBytes(StandardCharsets.UTF_8));

    private static final RecordId RELEASED = id("released");
    private static final RecordId RUNNING = id("running");
    private static final RecordId TAKEN_OVER = id("taken over");
    private static final RecordId ABANDONED = id("abandoned");
    private static final RecordId IN_DOUBT = id("in doubt");

    /** Creates the contract. */
    protected StoredRecordsContract() {}

    private static RecordId id(String key) {
        return new RecordId(OPERATION, SCOPE, key);
    }

    @Override
    protected void write(Store store) {
        Operation<String> payments = payments(store);
        payments.once("value", REQUEST, () -> RECEIPT);
        payments.once("null", REQUEST, StoredRecordsContract::nothing);
        assertThatThrownBy(() -> payments.once("failure", REQUEST, () -> {
                    throw new IllegalStateException("declined: ü");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> payments.once("tombstone", REQUEST, () -> HALF_A_SYMBOL))
                .isInstanceOf(ResultNotKeptException.class);

        release(store, RELEASED, claim(store, RELEASED, 1, CENTURY), ReleaseAs.RUNNABLE);
        claim(store, RUNNING, 2, CENTURY);
        release(store, TAKEN_OVER, claim(store, TAKEN_OVER, 3, CENTURY), ReleaseAs.ABANDONED);
        claim(store, TAKEN_OVER, 4, CENTURY);
        release(store, ABANDONED, claim(store, ABANDONED, 5, CENTURY), ReleaseAs.ABANDONED);
        StoredRecord held = claimed(store, request(IN_DOUBT, 6, new LeaseTerms(LEASE, null), false));
        release(store, IN_DOUBT, held.token(), ReleaseAs.ABANDONED);
    }

    @SuppressWarnings("NullAway") // a stored null
    private static String nothing() {
        return null;
    }

    @Override
    protected void check(Store store) {
        checkReplays(payments(store));
        assertThat(claim(store, RELEASED, 11, LEASE)).as("released").isEqualTo(new Token(2, nonce(11)));

        assertThat(store.claim(taking(RUNNING, 12, LEASE))).as("running").isInstanceOf(ClaimResult.Busy.class);
        checkOwner(store, RUNNING, new Token(1, nonce(2)), false);
        checkOwner(store, TAKEN_OVER, new Token(2, nonce(4)), true);

        ClaimResult.Claimed taken = (ClaimResult.Claimed) store.claim(taking(ABANDONED, 13, LEASE));
        assertThat(taken.tookOver()).as("abandoned").isTrue();
        assertThat(taken.record().attempt()).as("abandoned").isEqualTo(2);
        assertThat(taken.record().token()).as("abandoned").isEqualTo(new Token(2, nonce(13)));

        assertThat(store.claim(request(IN_DOUBT, 14, new LeaseTerms(LEASE, null), false)))
                .as("in doubt")
                .isInstanceOf(ClaimResult.InDoubt.class);
        assertThat(store.find(IN_DOUBT)).map(StoredRecord::state).contains(RecordState.IN_DOUBT);
        assertThat(store.claim(taking(IN_DOUBT, 15, LEASE))).as("in doubt").isInstanceOf(ClaimResult.Claimed.class);
    }

    private static void checkReplays(Operation<String> payments) {
        assertThat(attempt(payments, "value", REQUEST).orThrow()).isEqualTo(RECEIPT);
        assertThat(attempt(payments, "value", "another request")).isInstanceOf(Outcome.Mismatched.class);
        assertThat(attempt(payments, "null", REQUEST))
                .isInstanceOfSatisfying(
                        Outcome.Replayed.class,
                        replayed -> assertThat(replayed.orThrow()).isNull());
        assertThat(attempt(payments, "failure", REQUEST))
                .isInstanceOfSatisfying(Outcome.FailureReplayed.class, replayed -> {
                    assertThat(replayed.failure().type()).isEqualTo(IllegalStateException.class.getName());
                    assertThat(replayed.failure().message()).isEqualTo("declined: ü");
                });
        assertThatThrownBy(() -> attempt(payments, "tombstone", REQUEST)).isInstanceOf(ResultNotKeptException.class);
    }

    /** An owner that claimed the record before the upgrade continues after it. */
    private static void checkOwner(Store store, RecordId id, Token owner, boolean tookOver) {
        ClaimResult.Claimed again =
                (ClaimResult.Claimed) store.claim(taking(id, owner.nonce().low(), LEASE));
        assertThat(again.record().token()).as("owner of %s", id).isEqualTo(owner);
        assertThat(again.tookOver()).as("owner of %s", id).isEqualTo(tookOver);
        assertThat(store.renew(id, owner, new LeaseTerms(LEASE, CENTURY))).isEqualTo(OwnerWrite.APPLIED);
        assertThat(store.settle(id, owner, RESULT, CENTURY)).isEqualTo(OwnerWrite.APPLIED);
        assertThat(store.claim(taking(id, 16, LEASE)).record().result()).isEqualTo(RESULT);
    }

    private static Operation<String> payments(Store store) {
        return Semel.on(store)
                .operation(OPERATION, Codec.text())
                .retention(CENTURY)
                .afterFailure(replayFailures(IllegalStateException.class))
                .build()
                .inScope(SCOPE);
    }

    private static Outcome<String> attempt(Operation<String> payments, String key, @Nullable Object request) {
        return payments.attempt(key, request, context -> {
            throw new AssertionError(key + " ran again");
        });
    }

    private static Nonce nonce(long number) {
        return new Nonce(Long.MIN_VALUE, number);
    }

    private static ClaimRequest taking(RecordId id, long nonce, Duration lease) {
        return request(id, nonce, new LeaseTerms(lease, CENTURY), true);
    }

    private static ClaimRequest request(RecordId id, long nonce, LeaseTerms terms, boolean takeOver) {
        return new ClaimRequest(id, FINGERPRINT, () -> nonce(nonce), terms, takeOver);
    }

    private static StoredRecord claimed(Store store, ClaimRequest request) {
        return ((ClaimResult.Claimed) store.claim(request)).record();
    }

    private static Token claim(Store store, RecordId id, long nonce, Duration lease) {
        return claimed(store, taking(id, nonce, lease)).token();
    }

    private static void release(Store store, RecordId id, Token token, ReleaseAs as) {
        assertThat(store.release(id, token, as, CENTURY)).isEqualTo(OwnerWrite.APPLIED);
    }
}
