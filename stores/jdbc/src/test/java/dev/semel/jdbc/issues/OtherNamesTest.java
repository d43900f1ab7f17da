package dev.semel.jdbc.issues;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.Pools;
import dev.semel.jdbc.Sources;
import dev.semel.servers.PostgresServer;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a server with two names")
class OtherNamesTest {
    @Test
    @DisplayName("is one database, as with the endpoints of a cluster and of its instance")
    void oneServer() throws Exception {
        PostgresServer server = PostgresServer.shared();
        String url = server.jdbcUrl();
        String other = url.contains("127.0.0.1")
                ? url.replace("127.0.0.1", "localhost")
                : url.replace("localhost", "127.0.0.1");
        assertThat(other).isNotEqualTo(url);
        try (HikariDataSource one = Pools.of(server, config -> {});
                HikariDataSource two = Pools.of(server, config -> config.setJdbcUrl(other))) {
            AtomicInteger turns = new AtomicInteger();
            JdbcStore store = JdbcStore.builder(
                            Sources.of(() -> (turns.getAndIncrement() % 2 == 0 ? one : two).getConnection()))
                    .createSchema(true)
                    .build();
            Operation<String> operation = Semel.on(store)
                    .operation("names." + UUID.randomUUID().toString().substring(0, 8), Codec.text())
                    .build();
            for (int i = 0; i < 4; i++) {
                assertThat(operation.once("k" + i, "r", () -> "done")).isEqualTo("done");
            }
        }
    }
}
