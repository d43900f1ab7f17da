package dev.semel.torture.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.servers.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("torture")
@DisplayName("a Redis whose memory is filled")
class RedisFaultsTest {

    @Test
    @DisplayName("refuses writes meanwhile, and takes them again afterwards")
    void fillsMemory() throws Exception {
        List<Strike> struck = new ArrayList<>();
        try (RedisServer server = RedisServer.start()) {
            RedisFaults faults = new RedisFaults(Duration.ofSeconds(1), new Score(0), struck::add);
            Thread filling = new Thread(() -> fill(faults, server));
            filling.start();
            int refused = 0;
            while (filling.isAlive()) {
                refused += isTaken(server) ? 0 : 1;
            }
            filling.join();
            assertThat(refused).isPositive();
            assertThat(isTaken(server)).isTrue();
        }
        assertThat(struck).extracting(Strike::fault).containsExactly(RigFault.FILL_MEMORY);
    }

    /** Fills it far beyond, for two and a half leases. */
    private static final class Chosen extends Random {
        private static final long serialVersionUID = 1;

        @Override
        public boolean nextBoolean() {
            return false;
        }

        @Override
        public double nextDouble() {
            return 0.5;
        }
    }

    private static void fill(RedisFaults faults, RedisServer server) {
        try {
            faults.fillMemory(server, new Chosen());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isTaken(RedisServer server) {
        try {
            return server.command("SET a 1").equals("OK");
        } catch (IllegalStateException e) {
            return false;
        }
    }
}
