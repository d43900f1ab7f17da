package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.servers.RedisServer;
import dev.semel.store.ClaimResult;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.StoreException;
import dev.semel.store.Token;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a server whose memory is full")
class FullMemoryTest {

    @Test
    @DisplayName("F5 refuses claims and settlements loudly, still replays and confirms, and goes on when there is room")
    void full() {
        try (RedisServer server = RedisServer.start();
                RedisStore store = RedisStore.at(server.uri())) {
            RecordId settled = Samples.id("settled");
            Token before = Samples.claim(store, settled);
            Samples.settle(store, settled, before, new byte[] {1});
            RecordId running = Samples.id("running");
            Token token = Samples.claim(store, running);

            server.command("CONFIG SET maxmemory 1");
            assertThatThrownBy(() -> store.claim(Samples.request(Samples.id("new"))))
                    .isInstanceOf(StoreException.class)
                    .hasStackTraceContaining("OOM");
            assertThatThrownBy(() -> store.settle(running, token, Samples.RESULT, Samples.RETENTION))
                    .isInstanceOf(StoreException.class)
                    .hasStackTraceContaining("OOM");
            assertThat(store.claim(Samples.request(settled))).isInstanceOf(ClaimResult.Settled.class);
            assertThat(store.claim(Samples.request(running))).isInstanceOf(ClaimResult.Busy.class);
            assertThat(store.settle(settled, before, Samples.RESULT, Samples.RETENTION))
                    .as("sent again")
                    .isEqualTo(OwnerWrite.APPLIED);

            server.command("CONFIG SET maxmemory 0");
            assertThat(store.settle(running, token, Samples.RESULT, Samples.RETENTION))
                    .isEqualTo(OwnerWrite.APPLIED);
            Samples.claim(store, "new");
        }
    }
}
