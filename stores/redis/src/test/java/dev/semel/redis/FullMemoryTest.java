package dev.semel.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.RecordState;
import dev.semel.StoreException;
import dev.semel.counter.Counter;
import dev.semel.counter.Counters;
import dev.semel.counter.Window;
import dev.semel.redis.counter.RedisCounterStore;
import dev.semel.redis.record.RecordKeys;
import dev.semel.servers.RedisServer;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Token;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a server whose memory is full")
class FullMemoryTest {
    private static final LeaseTerms HELD = new LeaseTerms(Samples.LEASE, null);

    private final RedisServer server = RedisServer.start();
    private final RedisStore store = RedisStore.at(server.uri());

    @AfterEach
    void close() {
        store.close();
        server.close();
    }

    private void fill() {
        server.command("CONFIG SET maxmemory 1");
    }

    private void refusesClaims() {
        assertThatThrownBy(() -> store.claim(Samples.request(Samples.id("new"))))
                .isInstanceOf(StoreException.class)
                .hasStackTraceContaining("OOM");
    }

    @Test
    @DisplayName(
            "F5 F12 refuses claims with an exception, settles claimed records, still replays and confirms, and claims again once memory is free")
    void full() {
        RecordId settled = Samples.id("settled");
        Token before = Samples.claim(store, settled);
        Samples.settle(store, settled, before, new byte[] {1});
        RecordId running = Samples.id("running");
        Token token = Samples.claim(store, running);

        fill();
        refusesClaims();
        assertThat(store.claim(Samples.request(settled))).isInstanceOf(ClaimResult.Settled.class);
        assertThat(store.claim(Samples.request(running))).isInstanceOf(ClaimResult.Busy.class);
        assertThat(store.settle(settled, before, Samples.RESULT, Samples.RETENTION))
                .as("sent again")
                .isEqualTo(OwnerWrite.APPLIED);
        Samples.settle(store, running, token, new byte[100_000]);
        ClaimResult replay = store.claim(Samples.request(running));
        assertThat(replay).isInstanceOf(ClaimResult.Settled.class);
        refusesClaims();

        server.command("CONFIG SET maxmemory 0");
        Samples.claim(store, "new");
    }

    @Test
    @DisplayName("F12 renews leases of records with and without expiry")
    void renewals() {
        RecordId expiring = Samples.id("expiring");
        Token token = Samples.claim(store, expiring);
        RecordId held = Samples.id("held");
        ClaimRequest request = Samples.request(held);
        Token holder = store.claim(new ClaimRequest(held, request.fingerprint(), request::nonce, HELD, false))
                .record()
                .token();

        fill();
        server.command("SCRIPT FLUSH");
        assertThat(store.renew(expiring, token, new LeaseTerms(Samples.LEASE, Samples.RETENTION)))
                .isEqualTo(OwnerWrite.APPLIED);
        assertThat(store.renew(held, holder, HELD)).isEqualTo(OwnerWrite.APPLIED);
        assertThat(ttlMillis(expiring))
                .isBetween(
                        Samples.RETENTION.toMillis(),
                        Samples.LEASE.plus(Samples.RETENTION).toMillis() + 1_000);
        assertThat(ttlMillis(held)).as("a held record never expires").isEqualTo(-1);
        Token stranger = new Token(token.epoch() + 1, token.nonce());
        assertThat(store.renew(expiring, stranger, HELD)).isEqualTo(OwnerWrite.LEASE_LOST);
    }

    private long ttlMillis(RecordId id) {
        return Long.parseLong(server.command("PTTL " + new String(new RecordKeys("semel:").of(id), US_ASCII)));
    }

    @Test
    @DisplayName("F12 accepts releases: a runnable record can be claimed again, an abandoned one is in doubt")
    void releases() {
        RecordId free = Samples.id("free");
        Token token = Samples.claim(store, free);
        RecordId doubtful = Samples.id("doubtful");
        Token other = Samples.claim(store, doubtful);

        fill();
        assertThat(store.release(free, token, ReleaseAs.RUNNABLE, Samples.RETENTION))
                .isEqualTo(OwnerWrite.APPLIED);
        assertThat(store.release(doubtful, other, ReleaseAs.ABANDONED, Samples.RETENTION))
                .isEqualTo(OwnerWrite.APPLIED);
        assertThat(store.find(free).orElseThrow().state()).isEqualTo(RecordState.RELEASED);
        assertThat(store.find(doubtful).orElseThrow().state()).isEqualTo(RecordState.ABANDONED);
    }

    @Test
    @DisplayName("F12 accepts a batch of owners' writes, and refuses a claim in the same batch")
    void together() {
        List<RecordId> ids = IntStream.range(0, 40)
                .mapToObj(i -> Samples.id("together-" + i))
                .toList();
        List<Token> tokens = ids.stream().map(id -> Samples.claim(store, id)).toList();

        fill();
        List<CompletableFuture<OwnerWrite>> writes = IntStream.range(0, ids.size())
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> {
                    refusesClaims();
                    return store.settle(ids.get(i), tokens.get(i), Samples.RESULT, Samples.RETENTION);
                }))
                .toList();
        assertThat(writes).allSatisfy(write -> assertThat(write.join()).isEqualTo(OwnerWrite.APPLIED));
        ids.forEach(id -> assertThat(store.find(id).orElseThrow().result()).isEqualTo(Samples.RESULT));
    }

    @Test
    @DisplayName("E8 F12 refuses to count, and accepts take-backs")
    void counts() {
        try (RedisCounterStore counts = RedisCounterStore.at(server.uri())) {
            Counters counters = Counters.on(counts);
            Counter daily =
                    counters.counter("daily", Window.day(ZoneOffset.UTC)).build();
            counters.together("subject")
                    .add(daily, 3)
                    .once("key", Duration.ofHours(1))
                    .apply();

            fill();
            assertThatThrownBy(() -> daily.add("subject", 1))
                    .isInstanceOf(StoreException.class)
                    .hasStackTraceContaining("OOM");
            counters.together("subject")
                    .add(daily, 3)
                    .once("key", Duration.ofHours(1))
                    .takeBack();
            assertThat(daily.current("subject").count()).isZero();
        }
    }

    @Test
    @DisplayName("F12 lets the lease of a dead owner expire as usual")
    void deadOwner() {
        RecordId id = Samples.id("dead");
        store.claim(Samples.request(id, Duration.ofMillis(50)));
        fill();
        Samples.await("the end of the lease", () -> store.find(id).orElseThrow().state() == RecordState.ABANDONED);
        assertThatThrownBy(() -> store.claim(Samples.request(id))).hasStackTraceContaining("OOM");
        server.command("CONFIG SET maxmemory 0");
        assertThat(store.claim(Samples.request(id))).isInstanceOf(ClaimResult.Claimed.class);
    }
}
