package dev.semel.issues;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Fingerprinter;
import dev.semel.Keys;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.memory.MemoryStore;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.testkit.Fault;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.StoreCall;
import dev.semel.testkit.TestClock;
import dev.semel.testkit.VirtualTime;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Values that were mistaken for one another. */
@DisplayName("mistaken identities")
class MistakenForAnotherTest {

    private static String length(long length) {
        return new String(ByteBuffer.allocate(8).putLong(length).array(), ISO_8859_1);
    }

    @Test
    @DisplayName("bytes had their length after them, so that bytes and a text could be forged to look like others")
    void bytesAndText() {
        byte[] bytes = "pay 1 EUR to alice".getBytes(ISO_8859_1);
        String part = "pp";
        int forgedLength = bytes.length + 8 + 1 + 8 + part.length();
        String text = part + length(forgedLength) + "t" + length(3) + "end";
        byte[] forged = (new String(bytes, ISO_8859_1) + length(bytes.length) + "t" + length(text.length()) + part)
                .getBytes(ISO_8859_1);
        Fingerprinter byValue = Fingerprinter.byValue();
        assertThat(byValue.of(List.of(bytes, text))).isNotEqualTo(byValue.of(List.of(forged, "end")));
    }

    @Test
    @DisplayName("an entry of a map had no boundary")
    void entries() {
        assertThat(Keys.derive(Map.entry("a", "b"), "c")).isNotEqualTo(Keys.derive("a", Map.entry("b", "c")));
    }

    @Test
    @DisplayName("the near cache counted the retention from the last sending of a settlement, not from the first")
    void nearCacheAfterLostReplies() {
        VirtualTime time = new VirtualTime();
        MemoryStore memory = MemoryStore.builder().clock(time.clock()).build();
        FaultyStore store = FaultyStore.on(memory);
        Operation<String> near = Semel.builder(store)
                .timekeeper(time)
                .executor(time)
                .nearCache(10)
                .build()
                .operation("op", Codec.text())
                .lease(Duration.ofSeconds(30))
                .retention(Duration.ofSeconds(35))
                .build();
        store.next(StoreCall.SETTLE, Collections.nCopies(20, Fault.lostReply()).toArray(Fault[]::new));
        near.attemptAsync("k", null, context -> CompletableFuture.completedFuture("old"));
        time.advance(Duration.ofSeconds(36));
        Operation<String> elsewhere =
                Semel.on(memory).operation("op", Codec.text()).build();
        assertThat(elsewhere.once("k", null, () -> "new")).isEqualTo("new");
        CompletableFuture<Outcome<String>> replay =
                near.attemptAsync("k", null, context -> CompletableFuture.completedFuture("never"));
        time.advance(Duration.ofSeconds(1));
        assertThat(replay.join().orThrow()).isEqualTo("new");
    }

    @Test
    @DisplayName(
            "a claim that was paused between entry and clock mistook a lease that was renewed in time for an expired one")
    void leaseRenewedInTime() {
        TestClock clock = TestClock.create();
        AtomicReference<Runnable> meanwhile = new AtomicReference<>();
        MemoryStore store = MemoryStore.builder()
                .clock(() -> {
                    Runnable task = meanwhile.getAndSet(null);
                    if (task != null) {
                        task.run();
                    }
                    return clock.instant();
                })
                .build();
        RecordId id = new RecordId("op", "", "k");
        LeaseTerms terms = new LeaseTerms(Duration.ofSeconds(10), null);
        ClaimResult first =
                store.claim(new ClaimRequest(id, Fingerprinter.byValue().of("r"), () -> new Nonce(1, 1), terms, false));
        clock.advance(Duration.ofSeconds(9));
        meanwhile.set(() -> {
            assertThat(store.renew(id, first.record().token(), terms)).isEqualTo(OwnerWrite.APPLIED);
            clock.advance(Duration.ofSeconds(2));
        });
        ClaimResult second =
                store.claim(new ClaimRequest(id, Fingerprinter.byValue().of("r"), () -> new Nonce(2, 2), terms, false));
        assertThat(second).isInstanceOf(ClaimResult.Busy.class);
    }
}
