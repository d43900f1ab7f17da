package dev.semel.issues;

import static dev.semel.policy.Policies.runAgain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import dev.semel.Fingerprinter;
import dev.semel.Operation;
import dev.semel.RecordState;
import dev.semel.Semel;
import dev.semel.memory.MemoryStore;
import dev.semel.policy.Reconciler.Verdict;
import dev.semel.store.ClaimRequest;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.RecordId;
import dev.semel.testkit.TestClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Found by the exhaustive model of a record's life. */
@DisplayName("a reconciler")
class AskedAgainTest {
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final RecordId ID = new RecordId("op", "", "k");

    private final TestClock clock = TestClock.create();
    private final MemoryStore store = MemoryStore.builder().clock(clock).build();
    private final AtomicReference<Verdict<String>> verdict = new AtomicReference<>(Verdict.didNotHappen());
    private final AtomicInteger runs = new AtomicInteger();
    private final Operation<String> operation = Semel.on(store)
            .operation("op", Codec.text())
            .lease(LEASE)
            .afterFailure(runAgain())
            .reconciler(context -> verdict.get())
            .build();

    @Test
    @DisplayName(
            "was not asked again after the asking call had failed, so an owner that was only slow was never detected")
    void askedAgain() {
        abandon();
        assertThatThrownBy(() -> operation.once("k", null, this::fail)).hasMessage("no effect");
        assertThat(store.find(ID).orElseThrow().state()).isEqualTo(RecordState.IN_DOUBT);

        verdict.set(Verdict.happened("of the slow one"));

        assertThat(operation.once("k", null, this::fail)).isEqualTo("of the slow one");
        assertThat(runs).hasValue(1);
    }

    @Test
    @DisplayName("lets the next call run if no earlier attempt took effect")
    void runs() {
        abandon();
        assertThatThrownBy(() -> operation.once("k", null, this::fail)).hasMessage("no effect");

        assertThat(operation.once("k", null, () -> "done")).isEqualTo("done");
    }

    private String fail() {
        runs.incrementAndGet();
        throw new IllegalStateException("no effect");
    }

    private void abandon() {
        store.claim(new ClaimRequest(
                ID, Fingerprinter.byValue().of(null), () -> new Nonce(1, 1), new LeaseTerms(LEASE, null), false));
        clock.advance(LEASE);
    }
}
