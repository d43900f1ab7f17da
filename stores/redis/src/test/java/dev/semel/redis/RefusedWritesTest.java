package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.RecordState;
import dev.semel.StoreException;
import dev.semel.servers.RedisServer;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.Token;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a server that refuses all writes for longer than a lease")
class RefusedWritesTest {
    private static final Duration LEASE = Duration.ofMillis(200);

    private final RedisServer server = RedisServer.start("--save", "3600 1");
    private final RedisStore store = RedisStore.at(server.uri());

    @AfterEach
    void close() {
        store.close();
        server.close();
    }

    @Test
    @DisplayName("F12 for lack of replicas: grants no claim, replays, and accepts the owner's settlement afterwards")
    void tooFewReplicas() {
        survives(
                "NOREPLICAS",
                () -> server.command("CONFIG SET min-replicas-to-write 1"),
                () -> server.command("CONFIG SET min-replicas-to-write 0"));
    }

    @Test
    @DisplayName("F12 after a failed snapshot: grants no claim, replays, and accepts the owner's settlement afterwards")
    void failedSnapshot() throws IOException {
        Path inTheWay = Path.of(
                        server.command("CONFIG GET dir").lines().toList().get(1))
                .resolve("dump.rdb");
        survives(
                "MISCONF",
                () -> {
                    Files.createDirectories(inTheWay);
                    server.command("BGSAVE");
                    Samples.await(
                            "a failed snapshot",
                            () -> server.command("INFO persistence").contains("rdb_last_bgsave_status:err"));
                },
                () -> {
                    Files.delete(inTheWay);
                    server.command("BGSAVE");
                    Samples.await(
                            "a snapshot",
                            () -> server.command("INFO persistence").contains("rdb_last_bgsave_status:ok"));
                });
    }

    private void survives(String why, ThrowingCallable begin, ThrowingCallable end) {
        RecordId settled = Samples.id("settled");
        Samples.settle(store, settled, Samples.claim(store, settled), new byte[] {1});
        RecordId running = Samples.id("running");
        Token token = store.claim(Samples.request(running, LEASE)).record().token();

        run(begin);
        Samples.await(
                "the end of the lease", () -> store.find(running).orElseThrow().state() == RecordState.ABANDONED);
        isRefused(why, () -> store.renew(running, token, new LeaseTerms(LEASE, Samples.RETENTION)));
        isRefused(why, () -> store.settle(running, token, Samples.RESULT, Samples.RETENTION));
        isRefused(why, () -> store.claim(Samples.request(running)));
        isRefused(why, () -> store.claim(Samples.request(Samples.id("new"))));
        assertThat(store.claim(Samples.request(settled))).isInstanceOf(ClaimResult.Settled.class);

        run(end);
        assertThat(store.settle(running, token, Samples.RESULT, Samples.RETENTION))
                .isEqualTo(OwnerWrite.APPLIED);
        assertThat(store.claim(Samples.request(running))).isInstanceOf(ClaimResult.Settled.class);
    }

    private static void run(ThrowingCallable step) {
        try {
            step.call();
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static void isRefused(String why, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(StoreException.class).hasStackTraceContaining(why);
    }
}
