package dev.semel.boot.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.boot.http.SemelHttpAutoConfiguration;
import dev.semel.boot.purge.PurgeSchedule;
import dev.semel.boot.purge.SemelPurgeAutoConfiguration;
import dev.semel.counter.Counter;
import dev.semel.counter.Counters;
import dev.semel.counter.Window;
import dev.semel.counter.memory.MemoryCounterStore;
import dev.semel.counter.store.CounterId;
import dev.semel.counter.store.CounterStore;
import dev.semel.jdbc.counter.JdbcCounterStore;
import dev.semel.redis.counter.RedisCounterStore;
import dev.semel.servers.RedisServer;
import dev.semel.servers.TempFolder;
import io.lettuce.core.RedisClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

@DisplayName("an application with the starter that counts")
class CountersTest {
    private static final Window WINDOW = Window.every(Duration.ofDays(1000));

    private final WebApplicationContextRunner application = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SemelAutoConfiguration.class,
                    SemelCountersAutoConfiguration.class,
                    SemelHttpAutoConfiguration.class,
                    SemelPurgeAutoConfiguration.class));

    private WebApplicationContextRunner counting() {
        return application.withPropertyValues("semel.quotas.requests.per-month=5");
    }

    private static DataSource h2(String name) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1");
        return pool;
    }

    @Test
    @DisplayName("keeps its counts in the memory, the pool, the server or the DataSource of its records")
    void sameStore() {
        counting()
                .withPropertyValues("semel.store=memory:")
                .run(context -> assertThat(context.getBean(CounterStore.class)).isInstanceOf(MemoryCounterStore.class));
        counting().withPropertyValues("semel.store=h2:mem:counters").run(context -> {
            assertThat(context.getBean(CounterStore.class)).isInstanceOf(JdbcCounterStore.class);
            assertThat(context.getBean(OpenStore.class).pool()).isNotNull();
            assertThat(context.getBean(PurgeSchedule.class).isRunning()).isTrue();
        });
        counting()
                .withPropertyValues("semel.create-schema=true")
                .withBean(DataSource.class, () -> h2("counters-own"))
                .run(context -> assertThat(context.getBean(CounterStore.class)).isInstanceOf(JdbcCounterStore.class));
        String redis = RedisServer.shared().uri();
        counting()
                .withPropertyValues("semel.store=" + redis)
                .run(context -> assertThat(context.getBean(CounterStore.class)).isInstanceOf(RedisCounterStore.class));
        counting()
                .withBean(RedisClient.class, () -> RedisClient.create(redis))
                .run(context -> assertThat(context.getBean(CounterStore.class)).isInstanceOf(RedisCounterStore.class));
    }

    @Test
    @DisplayName("finds its counts again in its file after a restart")
    void file() {
        try (TempFolder folder = TempFolder.create("counters")) {
            List<Long> counts = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                application
                        .withPropertyValues("semel.store=sqlite:" + folder.resolve("semel.db"))
                        .run(context -> counts.add(context.getBean(Counters.class)
                                .counter("c", WINDOW)
                                .build()
                                .add("subject")
                                .count()));
            }
            assertThat(counts).containsExactly(1L, 2L);
        }
    }

    @Test
    @DisplayName("opens no store for counts unless it is used, and so needs no tables for them")
    void lazy() {
        application.withPropertyValues("semel.store=h2:mem:lazy").run(context -> {
            context.getBean(PurgeSchedule.class).runNow();
            assertThat(context.getBeanFactory().containsSingleton("semelCounterStore"))
                    .isFalse();
        });
    }

    @Test
    @DisplayName("prefers a CounterStore that it defines")
    void stepsBack() {
        CounterStore own = new MemoryCounterStore();
        counting()
                .withPropertyValues("semel.store=h2:mem:own-counts")
                .withBean(CounterStore.class, () -> own)
                .run(context -> assertThat(context.getBean(CounterStore.class)).isSameAs(own));
    }

    @Test
    @DisplayName("purges expired counts")
    void purges() {
        counting().withPropertyValues("semel.store=h2:mem:purged").run(context -> {
            Counters past =
                    context.getBean(Counters.class).clock(() -> Instant.now().minus(Duration.ofDays(10)));
            Counter counter =
                    past.counter("c", Window.every(Duration.ofMinutes(1))).build();
            counter.addOnce("subject", 1, UUID.randomUUID().toString());
            CounterStore store = context.getBean(CounterStore.class);
            context.getBean(PurgeSchedule.class).runNow();
            assertThat(store.purge(Instant.now(), 10)).isZero();
            assertThat(store.find(new CounterId("c", "subject"))).isEmpty();
        });
    }
}
