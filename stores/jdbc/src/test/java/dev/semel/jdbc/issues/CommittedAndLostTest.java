package dev.semel.jdbc.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.ResultNotKeptException;
import dev.semel.Semel;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.Pools;
import dev.semel.servers.MariaDbServer;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("D7 work that has committed, and whose connection is lost before its settlement")
class CommittedAndLostTest {

    @Test
    @DisplayName("does not run again")
    void doesNotRunAgain() {
        try (HikariDataSource pool = Pools.of(MariaDbServer.shared(), config -> {})) {
            JdbcStore store = JdbcStore.builder(pool).createSchema(true).build();
            Operation<String> operation =
                    Semel.on(store).operation("committed.lost", Codec.text()).build();
            String key = UUID.randomUUID().toString();
            AtomicInteger runs = new AtomicInteger();
            assertThatThrownBy(() -> operation.in(store.transactions()).once(key, "r", tx -> {
                        tx.connection().commit();
                        tx.connection().abort(Runnable::run);
                        return "run " + runs.incrementAndGet();
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("has committed");
            assertThatThrownBy(() -> operation
                            .in(store.transactions())
                            .once(key, "r", connection -> "run " + runs.incrementAndGet()))
                    .isInstanceOf(ResultNotKeptException.class);
            assertThat(runs).hasValue(1);
        }
    }
}
