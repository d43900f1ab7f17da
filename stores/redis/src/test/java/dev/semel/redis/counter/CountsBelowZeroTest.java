package dev.semel.redis.counter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.counter.Counter;
import dev.semel.counter.Counters;
import dev.semel.counter.Window;
import dev.semel.servers.RedisServer;
import java.time.ZoneOffset;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a take-back left a negative count, and the subject was refused from then on")
class CountsBelowZeroTest {

    @Test
    @DisplayName("E8 a negative count of an earlier version restarts from zero, with a limit and together with others")
    void countsFromZero() {
        try (RedisServer server = RedisServer.start();
                RedisCounterStore store = RedisCounterStore.at(server.uri())) {
            Counters counters = Counters.on(store);
            Counter one = counters.counter("one", Window.month(ZoneOffset.UTC)).build();
            Counter other =
                    counters.counter("other", Window.month(ZoneOffset.UTC)).build();
            one.add("subject", 1);
            String key = server.command("KEYS *:one");

            server.command("HSET " + key + " n -4");
            assertThat(one.tryAdd("subject", 2, 2).granted()).isTrue();
            assertThat(one.current("subject").count()).isEqualTo(2);

            server.command("HSET " + key + " n -4");
            assertThat(counters.together("subject")
                            .add(one, 1)
                            .add(other, 1)
                            .apply()
                            .granted())
                    .isTrue();
            assertThat(one.current("subject").count()).isEqualTo(1);
        }
    }
}
