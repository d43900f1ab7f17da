package dev.semel.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.servers.dialogue.RedisConversation;
import org.junit.jupiter.api.Test;

final class RedisServerTest {

    @Test
    void a_value_survives_a_kill_and_a_restart() {
        try (RedisServer server = RedisServer.start()) {
            server.command("SET a 1");
            server.kill();
            assertThatThrownBy(() -> server.command("GET a")).isInstanceOf(IllegalStateException.class);
            server.restart();
            assertThat(server.command("GET a")).isEqualTo("1");
        }
    }

    @Test
    void a_paused_server_keeps_silent_and_a_resumed_one_goes_on() {
        try (RedisServer server = RedisServer.start()) {
            server.pause();
            assertThatThrownBy(() -> server.command("SET a 1")).isInstanceOf(IllegalStateException.class);
            server.resume();
            assertThat(server.command("SET b 1")).isEqualTo("OK");
        }
    }

    @Test
    void takes_settings() {
        try (RedisServer server = RedisServer.start("--maxmemory", "10mb")) {
            assertThat(server.command("CONFIG GET maxmemory")).isEqualTo("maxmemory\n10485760");
            assertThat(server.uri()).isEqualTo("redis://127.0.0.1:" + server.port());
        }
    }

    @Test
    void a_value_is_there_when_the_reply_is_lost() {
        RedisServer server = RedisServer.shared();
        try (FlakyProxy proxy = FlakyProxy.to(server)) {
            proxy.loseReplyTo("SET lost");
            assertThatThrownBy(() -> RedisConversation.ask(proxy.port(), "SET lost yes"))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(server.command("GET lost")).isEqualTo("yes");
        }
    }
}
