package dev.semel.momento;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import dev.semel.Fingerprint;
import dev.semel.Fingerprinter;
import dev.semel.NotRecordedException;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.servers.momento.MomentoDouble;
import dev.semel.servers.momento.WireFault;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import dev.semel.testkit.TestClock;
import dev.semel.testkit.history.History;
import dev.semel.testkit.history.rules.HistoryChecker;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests and replies are lost between the store and Momento, repeated, or arrive late. */
@DisplayName("a lost, repeated or late request")
class LostRequestsTest {
    private final TestClock clock = TestClock.create();
    private final MomentoDouble momento = Doubles.start(clock);
    private final MomentoStore store = Doubles.builder(momento, clock).build();

    @AfterEach
    void close() {
        store.close();
        momento.close();
    }

    private void fails(Runnable call) {
        assertThatThrownBy(call::run).isInstanceOf(StoreException.class);
    }

    @ParameterizedTest
    @EnumSource(
            value = WireFault.class,
            names = {"LOST_REQUEST", "LOST_REPLY", "THROTTLED"})
    @DisplayName("A20 of a claim that is sent again is the same attempt")
    void claim(WireFault fault) {
        RecordId id = Records.id();
        ClaimRequest request = Records.request(id);
        momento.next(fault);
        fails(() -> store.claim(request));
        ClaimResult result = store.claim(request);
        assertThat(result).isInstanceOf(ClaimResult.Claimed.class);
        assertThat(result.record().attempt()).isEqualTo(1);
        assertThat(result.record().token().epoch()).isEqualTo(1);
        assertThat(((ClaimResult.Claimed) result).tookOver()).isFalse();
        assertThat(store.settle(id, result.record().token(), Records.RESULT, Records.RETENTION))
                .isEqualTo(OwnerWrite.APPLIED);
    }

    @Test
    @DisplayName("F4 A20 of a claim that was repeated in flight is not mistaken for another owner")
    void repeatedClaim() {
        RecordId id = Records.id();
        momento.next(WireFault.TWICE);
        Token token = Records.claim(store, id);
        assertThat(token.epoch()).isEqualTo(1);
        assertThat(momento.requests()).containsExactly("SetIf ABSENT", "Get");
    }

    @Test
    @DisplayName("F4 A20 of a takeover counts as one takeover")
    void takeover() {
        RecordId id = Records.id();
        Records.claim(store, id);
        clock.advance(Records.LEASE);
        ClaimRequest request = Records.request(id);
        momento.next(WireFault.NONE, WireFault.NONE, WireFault.LOST_REPLY);
        fails(() -> store.claim(request));
        ClaimResult.Claimed again = (ClaimResult.Claimed) store.claim(request);
        assertThat(again.tookOver()).isTrue();
        assertThat(again.record().token().epoch()).isEqualTo(2);
        assertThat(again.record().attempt()).isEqualTo(2);
    }

    @Test
    @DisplayName("F4 A20 of a takeover that was repeated in flight counts as one takeover")
    void repeatedTakeover() {
        RecordId id = Records.id();
        Records.claim(store, id);
        clock.advance(Records.LEASE);
        momento.next(WireFault.NONE, WireFault.NONE, WireFault.TWICE);
        assertThat(Records.claim(store, id).epoch()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(
            value = WireFault.class,
            names = {"LOST_REQUEST", "LOST_REPLY"})
    @DisplayName("A20 of a renewal, a settlement or a release is confirmed when it is sent again")
    void ownersWrites(WireFault fault) {
        RecordId id = Records.id();
        ClaimRequest request = Records.request(id);
        Token token = store.claim(request).record().token();
        momento.next(fault);
        fails(() -> store.renew(id, token, request.terms()));
        assertThat(store.renew(id, token, request.terms())).isEqualTo(OwnerWrite.APPLIED);
        momento.next(fault);
        fails(() -> store.renew(id, token, request.terms()));
        momento.next(fault);
        fails(() -> store.settle(id, token, Records.RESULT, Records.RETENTION));
        assertThat(store.settle(id, token, Records.RESULT, Records.RETENTION)).isEqualTo(OwnerWrite.APPLIED);
        for (ReleaseAs as : ReleaseAs.values()) {
            RecordId released = Records.id();
            Token owner = Records.claim(store, released);
            momento.next(fault);
            fails(() -> store.release(released, owner, as, Records.RETENTION));
            assertThat(store.release(released, owner, as, Records.RETENTION)).isEqualTo(OwnerWrite.APPLIED);
        }
    }

    @Test
    @DisplayName("F4 A20 of an owner that was repeated in flight is confirmed")
    void repeatedWrites() {
        RecordId id = Records.id();
        Token token = Records.claim(store, id);
        momento.next(WireFault.TWICE);
        assertThat(store.renew(id, token, Records.request(id).terms())).isEqualTo(OwnerWrite.APPLIED);
        momento.next(WireFault.TWICE);
        assertThat(store.settle(id, token, Records.RESULT, Records.RETENTION)).isEqualTo(OwnerWrite.APPLIED);
        assertThat(store.claim(Records.request(id))).isInstanceOf(ClaimResult.Settled.class);
    }

    @Test
    @DisplayName("F2 of an operation does not make it run twice")
    void operation() {
        Operation<String> operation =
                Semel.on(store).operation("lost", Codec.text()).build();
        AtomicInteger runs = new AtomicInteger();
        momento.next(WireFault.LOST_REPLY);
        String first = operation
                .attempt("k", "r", context -> {
                    momento.next(WireFault.LOST_REPLY);
                    return "attempt " + context.attempt() + " run " + runs.incrementAndGet();
                })
                .orThrow();
        assertThat(first).isEqualTo("attempt 1 run 1");
        assertThat(operation.once("k", "r", () -> "never")).isEqualTo(first);
    }

    @Test
    @DisplayName("F1 of a settlement, several times in a row as in an outage, is made up for within the lease")
    void outage() {
        Operation<String> operation =
                Semel.on(store).operation("outage", Codec.text()).build();
        String result = operation.once("k", "r", () -> {
            momento.next(WireFault.LOST_REQUEST, WireFault.THROTTLED, WireFault.LOST_REQUEST);
            return "receipt";
        });
        assertThat(result).isEqualTo("receipt");
        assertThat(operation.once("k", "r", () -> "never")).isEqualTo("receipt");
    }

    @Test
    @DisplayName("F2 that is never answered ends at the time-out, and its claim is recognised")
    void timeout() {
        RecordId id = Records.id();
        ClaimRequest request = Records.request(id);
        try (MomentoStore hurried =
                Doubles.builder(momento, clock).timeout(Duration.ofMillis(500)).build()) {
            momento.next(WireFault.NO_ANSWER);
            assertThatThrownBy(() -> hurried.claim(request))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("no answer within PT0.5S");
            assertThat(store.claim(request).record().attempt()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("A7 A9 of an owner that arrives after the next write changes nothing")
    void lateWrites() {
        RecordId id = Records.id();
        Token token = Records.claim(store, id);
        momento.next(WireFault.LATE);
        fails(() -> store.renew(id, token, Records.request(id).terms()));
        clock.advance(Duration.ofSeconds(10));
        store.renew(id, token, Records.request(id).terms());
        StoredRecord renewed = store.find(id).orElseThrow();
        assertThat(momento.deliverLate()).isEqualTo(1);
        assertThat(store.find(id).orElseThrow()).isEqualTo(renewed);
        momento.next(WireFault.LATE);
        fails(() -> store.settle(id, token, Records.RESULT, Records.RETENTION));
        store.release(id, token, ReleaseAs.RUNNABLE, Records.RETENTION);
        Token next = Records.claim(store, id);
        momento.deliverLate();
        Result other = Result.value("text/plain", new byte[] {1});
        assertThat(store.settle(id, next, other, Records.RETENTION)).isEqualTo(OwnerWrite.APPLIED);
        assertThat(store.find(id).orElseThrow().result()).isEqualTo(other);
    }

    @Test
    @DisplayName("A7 of a claim that arrives late finds the record of the next owner, also after it was forgotten")
    void lateClaim() {
        RecordId id = Records.id();
        momento.next(WireFault.LATE);
        fails(() -> Records.claim(store, id));
        Token token = Records.claim(store, id);
        store.release(id, token, ReleaseAs.RUNNABLE, Duration.ZERO);
        clock.advance(Duration.ofSeconds(50));
        momento.deliverLate();
        assertThat(store.find(id)).isEmpty();
        assertThat(store.claim(Records.request(id)).record().attempt()).isEqualTo(1);
    }

    @Test
    @DisplayName("A7 of an owner that was overtaken writes nothing, although it remembers what it wrote")
    void overtaken() {
        RecordId id = Records.id();
        Token token = Records.claim(store, id);
        clock.advance(Records.LEASE);
        try (MomentoStore other = Doubles.builder(momento, clock).build()) {
            Records.claim(other, id);
            byte[] theirs = momento.item(Doubles.CACHE, Records.key(id));
            assertThat(store.renew(id, token, Records.request(id).terms())).isEqualTo(OwnerWrite.LEASE_LOST);
            assertThat(store.settle(id, token, Records.RESULT, Records.RETENTION))
                    .isEqualTo(OwnerWrite.LEASE_LOST);
            for (ReleaseAs as : ReleaseAs.values()) {
                assertThat(store.release(id, token, as, Records.RETENTION)).isEqualTo(OwnerWrite.LEASE_LOST);
            }
            assertThat(momento.item(Doubles.CACHE, Records.key(id))).isEqualTo(theirs);
        }
    }

    @Test
    @DisplayName("A7 of an owner whose lease has long expired is not confirmed from memory when it gives up")
    void overtakenAndGivingUp() {
        RecordId id = Records.id();
        Token token = Records.claim(store, id);
        clock.advance(Records.LEASE.multipliedBy(2));
        try (MomentoStore other = Doubles.builder(momento, clock).build()) {
            Records.claim(other, id);
        }
        assertThat(store.release(id, token, ReleaseAs.ABANDONED, Records.RETENTION))
                .isEqualTo(OwnerWrite.LEASE_LOST);
    }

    @Test
    @DisplayName("A7 of an owner whose item was evicted has lost its lease, and does not bring the item back")
    void evicted() {
        RecordId id = Records.id();
        Token token = Records.claim(store, id);
        momento.delete(Doubles.CACHE, Records.key(id));
        assertThat(store.renew(id, token, Records.request(id).terms())).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(store.settle(id, token, Records.RESULT, Records.RETENTION)).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(momento.item(Doubles.CACHE, Records.key(id))).isNull();
    }

    @Test
    @DisplayName("A7 of one of two claims that take over, between its read and its write, loses to the other")
    void raceForATakeover() {
        RecordId id = Records.id();
        Records.claim(store, id);
        clock.advance(Records.LEASE);
        ClaimRequest late = Records.request(id);
        momento.next(WireFault.NONE, WireFault.NONE, WireFault.LATE);
        fails(() -> store.claim(late));
        Token token = Records.claim(store, id);
        assertThat(token.epoch()).isEqualTo(2);
        momento.deliverLate();
        assertThat(store.find(id).orElseThrow().token()).isEqualTo(token);
    }

    @Test
    @DisplayName("F1 F2 at random, of several nodes on contended keys, breaks no rule")
    void rulesHold() throws Exception {
        long seed = ThreadLocalRandom.current().nextLong();
        WireFault[] faults = {
            WireFault.LOST_REQUEST, WireFault.LOST_REPLY, WireFault.TWICE, WireFault.LATE, WireFault.THROTTLED
        };
        History history = new History(InstantSource.system());
        try (MomentoDouble real = Doubles.start(MomentoDouble.Settings.DEFAULT)) {
            Random random = new Random(seed);
            real.always(() -> {
                synchronized (random) {
                    if (random.nextInt(4) == 0) {
                        real.deliverLate();
                    }
                    return random.nextInt(5) == 0 ? faults[random.nextInt(faults.length)] : WireFault.NONE;
                }
            });
            ExecutorService threads = Executors.newFixedThreadPool(6);
            List<MomentoStore> nodes = new ArrayList<>();
            try {
                List<Future<?>> running = new ArrayList<>();
                for (int node = 0; node < 3; node++) {
                    MomentoStore each = MomentoStore.builder(real.address(Doubles.CACHE))
                            .skewAllowance(Duration.ZERO)
                            .checkCache(false)
                            .build();
                    nodes.add(each);
                    Operation<String> operation = Semel.on(history.recording("node-" + node, each))
                            .operation("random", Codec.text())
                            .lease(Duration.ofMinutes(2))
                            .build();
                    for (int thread = 0; thread < 2; thread++) {
                        running.add(threads.submit(() -> {
                            for (int i = 0; i < 60; i++) {
                                call(operation, history, "hot-" + i / 4);
                            }
                        }));
                    }
                }
                for (Future<?> each : running) {
                    each.get();
                }
            } finally {
                threads.shutdownNow();
                nodes.forEach(MomentoStore::close);
            }
        }
        assertThat(new HistoryChecker(Duration.ofSeconds(30)).check(history))
                .as("seed %d", seed)
                .isEmpty();
    }

    private static void call(Operation<String> operation, History history, String key) {
        Fingerprint fingerprint = Fingerprinter.byValue().of(key);
        try {
            Outcome<String> outcome = operation.attempt(key, key, context -> {
                String receipt = key + " " + System.nanoTime();
                history.ran(context.facts(), fingerprint, receipt.getBytes(UTF_8));
                return receipt;
            });
            if (outcome instanceof Outcome.Executed<String> executed) {
                history.answered(executed.facts(), fingerprint, executed.value().getBytes(UTF_8));
            } else if (outcome instanceof Outcome.Replayed<String> replayed) {
                history.answered(replayed.facts(), fingerprint, replayed.value().getBytes(UTF_8));
            }
        } catch (StoreException | NotRecordedException e) {
            // Lost too often in a row.
        }
    }
}
