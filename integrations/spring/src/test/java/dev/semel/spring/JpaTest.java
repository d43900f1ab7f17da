package dev.semel.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.InProgressException;
import dev.semel.Semel;
import dev.semel.jdbc.JdbcStore;
import dev.semel.servers.PostgresServer;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.orm.jpa.DefaultJpaDialect;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.TransactionTemplate;

@DisplayName("an idempotent method in a transaction of JPA, with Hibernate")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JpaTest {
    private final String run = UUID.randomUUID().toString().substring(0, 8) + " ";
    private AnnotationConfigApplicationContext context;
    private JpaOrders orders;
    private JdbcTemplate outside;

    @Configuration
    @EnableTransactionManagement
    @EnableIdempotent
    static class OnJpa {
        @Bean
        DataSource pool() {
            return SqlContext.Database.of(PostgresServer.shared()).pool(10);
        }

        @Bean
        LocalContainerEntityManagerFactoryBean factory(DataSource pool) {
            LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
            factory.setDataSource(pool);
            factory.setManagedTypes(PersistenceManagedTypes.of(JpaOrder.class.getName()));
            factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
            factory.setJpaPropertyMap(Map.of("hibernate.hbm2ddl.auto", "update"));
            return factory;
        }

        @Bean
        EntityManager entities(EntityManagerFactory factory) {
            return SharedEntityManagerCreator.createSharedEntityManager(factory);
        }

        @Bean
        PlatformTransactionManager transactions(EntityManagerFactory factory) {
            return new JpaTransactionManager(factory);
        }

        @Bean
        JdbcStore store(DataSource pool) {
            return JdbcStore.builder(pool).createSchema(true).build();
        }

        @Bean
        Semel semel(JdbcStore store) {
            return Semel.on(store);
        }

        @Bean
        JpaOrders orders(EntityManager entities) {
            return new JpaOrders(entities);
        }
    }

    @BeforeAll
    void open() {
        context = Contexts.open(OnJpa.class);
        orders = context.getBean(JpaOrders.class);
        outside = new JdbcTemplate(context.getBean(DataSource.class));
    }

    @AfterAll
    void close() {
        context.close();
    }

    private String place(String key, String slot) {
        return TransactionCases.unchecked(() -> orders.place(key, slot, TransactionCases::nothing));
    }

    private long rows(String key) {
        return count("SELECT COUNT(*) FROM jpa_order WHERE id = ?", key);
    }

    private long records(String key) {
        return count("SELECT COUNT(*) FROM semel_record WHERE record_key = ?", key);
    }

    /** As other threads see it, outside of this thread's transaction. */
    private long count(String sql, String key) {
        try {
            return CompletableFuture.supplyAsync(() -> outside.queryForObject(sql, Long.class, key))
                    .get(20, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private void assertNothingOf(String key) {
        assertThat(rows(key)).isZero();
        assertThat(records(key)).isZero();
    }

    @Test
    @DisplayName("D1 entities and record commit together, neither is visible before, and the retry replays")
    void commitsTogether() throws Exception {
        String key = run + "together";
        int before = orders.runs();
        String receipt = orders.place(key, "a " + key, () -> {
            orders.flush();
            assertNothingOf(key);
        });
        assertThat(rows(key)).isOne();
        assertThat(records(key)).isOne();
        assertThat(orders.place(key, "b " + key, TransactionCases::nothing)).isEqualTo(receipt);
        assertThat(orders.runs()).isEqualTo(before + 1);
    }

    @Test
    @DisplayName("D3 an exception after a flush undoes entities and claim, and the next call runs")
    void rollsBack() throws Exception {
        String key = run + "undone";
        assertThatThrownBy(() -> orders.place(key, "a " + key, () -> {
                    orders.flush();
                    throw new IllegalStateException("declined");
                }))
                .hasMessage("declined");
        assertNothingOf(key);
        orders.place(key, "a " + key, TransactionCases::nothing);
        assertThat(rows(key)).isOne();
    }

    @Test
    @DisplayName("D3 a flush that fails in the commit, after the settlement, undoes everything, and the next call runs")
    void failsInTheCommit() throws Exception {
        String taken = "slot of " + run;
        orders.place(run + "owner", taken, TransactionCases::nothing);
        String key = run + "late";
        assertThatThrownBy(() -> orders.place(key, taken, TransactionCases::nothing))
                .isInstanceOf(DataIntegrityViolationException.class);
        assertNothingOf(key);
        orders.place(key, "free " + key, TransactionCases::nothing);
        assertThat(rows(key)).isOne();
        assertThat(records(key)).isOne();
    }

    @Test
    @DisplayName(
            "D1 in a caller's transaction nothing takes effect before that commits, and its rollback undoes everything")
    void withinCallers() throws Exception {
        String key = run + "joined";
        TransactionTemplate callers = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
        callers.executeWithoutResult(status -> {
            place(key, "a " + key);
            assertNothingOf(key);
            status.setRollbackOnly();
        });
        assertNothingOf(key);
        callers.executeWithoutResult(status -> place(key, "a " + key));
        assertThat(rows(key)).isOne();
        assertThat(records(key)).isOne();
    }

    @Test
    @DisplayName("D2 a duplicate during the transaction is refused, and replays after it")
    void refused() throws Exception {
        String key = run + "busy";
        String receipt = orders.place(
                key,
                "a " + key,
                () -> assertThatThrownBy(() -> CompletableFuture.supplyAsync(() -> place(key, "b " + key))
                                .get(20, TimeUnit.SECONDS))
                        .hasCauseInstanceOf(InProgressException.class));
        assertThat(orders.place(key, "c " + key, TransactionCases::nothing)).isEqualTo(receipt);
        assertThat(rows(key)).isOne();
    }

    @Test
    @DisplayName(
            "a dialect that does not expose its connection is refused at the first call, since nothing could commit together")
    void hiddenConnection() {
        JpaTransactionManager hiding = new JpaTransactionManager(context.getBean(EntityManagerFactory.class));
        hiding.setJpaDialect(new DefaultJpaDialect());
        hiding.setDataSource(new WithoutAutoCommit(context.getBean(DataSource.class)));
        String key = run + "hidden";
        try (AnnotationConfigApplicationContext other = new AnnotationConfigApplicationContext()) {
            other.setParent(context);
            other.getBeanFactory().registerSingleton("hiding", hiding);
            other.register(Own.class);
            other.refresh();
            JpaOrders refused = other.getBean("own", JpaOrders.class);
            assertThatThrownBy(() -> refused.place(key, "a " + key, TransactionCases::nothing))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("dialect that exposes its connection");
            assertThat(refused.runs()).isZero();
        }
        assertNothingOf(key);
    }

    @Configuration
    @EnableTransactionManagement
    @EnableIdempotent
    static class Own {
        @Bean
        JpaOrders own(EntityManager entities) {
            return new JpaOrders(entities);
        }
    }

    /** As many pools are set up: what is not committed there is gone without a word. */
    private static final class WithoutAutoCommit extends DelegatingDataSource {
        WithoutAutoCommit(DataSource pool) {
            super(pool);
        }

        @Override
        public Connection getConnection() throws SQLException {
            Connection connection = super.getConnection();
            connection.setAutoCommit(false);
            return connection;
        }
    }
}
