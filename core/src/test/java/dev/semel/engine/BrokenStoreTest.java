package dev.semel.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import dev.semel.Fingerprint;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.memory.MemoryStore;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.Nonce;
import dev.semel.store.RecordId;
import dev.semel.store.StoreContractException;
import dev.semel.testkit.DelegatingStore;
import dev.semel.testkit.Fault;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.StoreCall;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("on a store that breaks the contract")
class BrokenStoreTest {
    private static final Fingerprint OTHER = Fingerprint.ofText("another request");

    private final MemoryStore memory = MemoryStore.create();

    /** Checks that a wrong answer to a claim is refused. */
    private void assertRefused(BiFunction<MemoryStore, ClaimRequest, ClaimResult> lie, String said) {
        DelegatingStore lying = new DelegatingStore(memory) {
            @Override
            public ClaimResult claim(ClaimRequest request) {
                return lie.apply(memory, request);
            }
        };
        AtomicInteger runs = new AtomicInteger();
        Operation<String> operation =
                Semel.on(lying).operation("op", Codec.text()).build();
        assertThatThrownBy(() -> operation.once("k", null, () -> "run " + runs.incrementAndGet()))
                .isInstanceOf(StoreContractException.class)
                .hasMessageContaining("StoreContract")
                .hasMessageContaining(said);
        assertThat(runs).hasValue(0);
    }

    private static ClaimRequest of(ClaimRequest request, RecordId id, Fingerprint fingerprint, Nonce nonce) {
        return new ClaimRequest(id, fingerprint, () -> nonce, request.terms(), true);
    }

    @Test
    @DisplayName("nothing runs if it answers with null")
    void answersNull() {
        assertRefused((store, request) -> null, "null");
    }

    @Test
    @DisplayName("nothing runs if it answers with another record")
    void anotherRecord() {
        RecordId other = new RecordId("other", "", "k");
        assertRefused(
                (store, request) -> store.claim(of(request, other, request.fingerprint(), request.nonce())),
                "asked for");
    }

    @Test
    @DisplayName("nothing runs if it grants a claim under another nonce")
    void anotherNonce() {
        assertRefused(
                (store, request) -> store.claim(of(request, request.id(), request.fingerprint(), new Nonce(1, 2))),
                "nonce");
    }

    @Test
    @DisplayName("nothing runs if it grants a claim for another fingerprint")
    void anotherFingerprint() {
        assertRefused(
                (store, request) -> store.claim(of(request, request.id(), OTHER, request.nonce())), "fingerprint");
    }

    @Test
    @DisplayName("a false mismatch is reported to no caller")
    void noMismatch() {
        assertRefused(
                (store, request) ->
                        new ClaimResult.Mismatch(store.claim(request).record()),
                "Mismatch");
    }

    @Test
    @DisplayName("the result of another fingerprint is returned to no caller")
    void anothersResult() {
        Semel.on(memory).operation("op", Codec.text()).build().once("k", "another", () -> "secret");
        assertRefused(
                (store, request) -> new ClaimResult.Settled(store.claim(request).record()), "Settled");
    }

    @Test
    @DisplayName("an exception of a driver that it let through is a failure of the store")
    void driversException() {
        FaultyStore store = FaultyStore.on(memory);
        Operation<String> operation =
                Semel.on(store).operation("op", Codec.text()).build();
        store.next(StoreCall.CLAIM, Fault.error(new IllegalStateException("driver")));
        assertThat(operation.once("k", null, () -> "receipt")).isEqualTo("receipt");
        Fault down = Fault.error(new IllegalStateException("driver"));
        store.next(StoreCall.CLAIM, down, down, down);
        assertThatThrownBy(() -> operation.once("k2", null, () -> "never")).isInstanceOf(StoreException.class);
    }
}
