package dev.semel.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Event;
import dev.semel.ResultNotKeptException;
import dev.semel.Semel;
import dev.semel.jdbc.JdbcStore;
import dev.semel.store.ResultTooLargeException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import reactor.core.publisher.Mono;

@DisplayName("a result above the limit of the store")
class LargeResultsTest {
    private static final int LIMIT = 1_000;
    private static final List<Event> EVENTS = new CopyOnWriteArrayList<>();

    @Configuration
    @EnableTransactionManagement
    @EnableIdempotent
    static class Application {
        @Bean(destroyMethod = "close")
        DataSource pool() {
            return SqlContext.Database.sqlite().pool(4);
        }

        @Bean
        JdbcTemplate rows(DataSource pool) {
            JdbcTemplate rows = new JdbcTemplate(pool);
            rows.execute("CREATE TABLE reports (name varchar(200))");
            return rows;
        }

        @Bean
        PlatformTransactionManager transactions(DataSource pool) {
            return new JdbcTransactionManager(pool);
        }

        @Bean
        JdbcStore store(DataSource pool) {
            return JdbcStore.builder(pool)
                    .createSchema(true)
                    .maxResultBytes(LIMIT)
                    .build();
        }

        @Bean
        Semel semel(JdbcStore store) {
            return Semel.builder(store).listener(EVENTS::add).build();
        }
    }

    static class Reports {
        final AtomicInteger runs = new AtomicInteger();
        private final JdbcTemplate rows;

        Reports(JdbcTemplate rows) {
            this.rows = rows;
        }

        private String large() {
            return runs.incrementAndGet() + "x".repeat(LIMIT);
        }

        int runs() {
            return runs.get();
        }

        @Idempotent(operation = "report", key = "#key")
        public String report(String key) {
            return large();
        }

        @Idempotent(operation = "report.later", key = "#key")
        public CompletableFuture<String> later(String key) {
            return CompletableFuture.supplyAsync(this::large);
        }

        @Idempotent(operation = "report.mono", key = "#key")
        public Mono<String> mono(String key) {
            return Mono.fromSupplier(this::large);
        }

        @Idempotent(operation = "report.calling", key = "#key", fingerprint = "#key")
        public String calling(String key, Supplier<String> another) {
            return another.get();
        }

        @Idempotent(operation = "report.stored", key = "#key")
        @Transactional
        public String stored(String key) {
            rows.update("INSERT INTO reports (name) VALUES (?)", key);
            return large();
        }
    }

    private final AnnotationConfigApplicationContext context = Contexts.open(Application.class, Reports.class);
    private final Reports reports = context.getBean(Reports.class);

    @AfterEach
    void close() {
        context.close();
        EVENTS.clear();
    }

    @Test
    @DisplayName("reaches the first caller, and a duplicate gets ResultNotKeptException")
    void firstCaller() {
        assertThat(reports.report("k")).startsWith("1xx");
        assertThatThrownBy(() -> reports.report("k")).isInstanceOf(ResultNotKeptException.class);
        assertThat(reports.runs()).isEqualTo(1);
        assertThat(EVENTS).hasExactlyElementsOfTypes(Event.ResultNotKept.class, Event.Replayed.class);
    }

    @Test
    @DisplayName("reaches the first caller in a future and in a Mono")
    void later() {
        assertThat(reports.later("k").join()).startsWith("1xx");
        assertThatThrownBy(() -> reports.later("k").join())
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(ResultNotKeptException.class);
        assertThat(reports.mono("k").block()).startsWith("2xx");
        assertThatThrownBy(() -> reports.mono("k").block()).isInstanceOf(ResultNotKeptException.class);
        assertThat(reports.runs()).isEqualTo(2);
    }

    @Test
    @DisplayName("of another operation does not become the result of the method that called it")
    void nested() {
        reports.report("inner");
        assertThatThrownBy(() -> reports.calling("outer", () -> reports.report("inner")))
                .isInstanceOf(ResultNotKeptException.class);
    }

    @Test
    @DisplayName("undoes the transaction, and the next call runs")
    void transaction() {
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> reports.stored("k"))
                    .isInstanceOf(ResultTooLargeException.class)
                    .hasMessageContaining(String.valueOf(LIMIT));
        }
        assertThat(reports.runs()).isEqualTo(2);
        assertThat(context.getBean(JdbcTemplate.class).queryForObject("SELECT count(*) FROM reports", Long.class))
                .isZero();
    }
}
