package dev.semel.spring.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.jdbc.JdbcStore;
import dev.semel.servers.PostgresServer;
import dev.semel.spring.transaction.SpringTransactions;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.interceptor.DefaultTransactionAttribute;

/** The server waits at every commit for a standby that does not exist, and the wait is cancelled: the commit was acknowledged. */
@DisplayName("a Spring transaction on PostgreSQL that no synchronous standby has confirmed")
class UnconfirmedCommitTest {
    private static final PostgresServer SERVER = PostgresServer.start();

    private final HikariDataSource pool = pool();
    private final JdbcTemplate outside = new JdbcTemplate(pool);
    private final JdbcStore store = JdbcStore.builder(pool).createSchema(true).build();

    private static HikariDataSource pool() {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(SERVER.jdbcUrl());
        pool.setUsername(SERVER.user());
        pool.setPassword(SERVER.password());
        return pool;
    }

    @AfterEach
    void close() {
        configure("RESET synchronous_standby_names");
        pool.close();
    }

    private void configure(String setting) {
        outside.execute("ALTER SYSTEM " + setting);
        outside.execute("SELECT pg_reload_conf()");
    }

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @Test
    @DisplayName("is not acknowledged with a manager for JDBC")
    void jdbc() {
        checkNotAcknowledged(new JdbcTransactionManager(pool));
    }

    @Test
    @DisplayName("is not acknowledged with a manager for JPA")
    void jpa() {
        LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
        factory.setDataSource(pool);
        factory.setManagedTypes(PersistenceManagedTypes.of());
        factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
        factory.afterPropertiesSet();
        try {
            JpaTransactionManager manager = new JpaTransactionManager(Objects.requireNonNull(factory.getObject()));
            manager.afterPropertiesSet();
            checkNotAcknowledged(manager);
        } finally {
            factory.destroy();
        }
    }

    private void checkNotAcknowledged(PlatformTransactionManager manager) {
        configure("SET synchronous_standby_names = 'none_such'");
        Operation<String> operation =
                Semel.on(store).operation("orders", Codec.text()).build();
        CompletableFuture<String> running = untilOneWaits(() -> operation
                .in(Objects.requireNonNull(SpringTransactions.of(store, manager))
                        .by(new DefaultTransactionAttribute()))
                .once(UUID.randomUUID().toString(), "r", tx -> "receipt"));
        while (waiting() > 0) {
            outside.queryForList("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
        }
        Throwable thrown = catchThrowable(() -> running.get(30, TimeUnit.SECONDS));
        assertThat(thrown).hasCauseInstanceOf(StoreException.class).hasMessageContaining("standby");
    }

    /** Makes calls until one waits, since the server changes its settings later than it says. */
    private CompletableFuture<String> untilOneWaits(Supplier<String> call) {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (true) {
            CompletableFuture<String> running = CompletableFuture.supplyAsync(call);
            while (!running.isDone()) {
                if (waiting() > 0) {
                    return running;
                }
            }
            assertThat(System.nanoTime()).as("no commit waits").isLessThan(deadline);
        }
    }

    private int waiting() {
        return Objects.requireNonNull(outside.queryForObject(
                "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'", Integer.class));
    }
}
