package dev.semel.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Event;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.jdbc.JdbcStore;
import dev.semel.servers.PostgresServer;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;

/** The caller got Hibernate's exception, which no advice for Semel's exceptions turned into 503. */
@DisplayName("an idempotent method in a transaction of JPA, when the database is stopped,")
class StoppedDatabaseTest {
    private static final List<Event> EVENTS = new CopyOnWriteArrayList<>();

    @Configuration
    @EnableTransactionManagement
    @EnableIdempotent
    static class Application {
        @Bean
        LocalContainerEntityManagerFactoryBean factory(HikariDataSource pool) {
            LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
            factory.setDataSource(pool);
            factory.setManagedTypes(PersistenceManagedTypes.of(JpaOrder.class.getName()));
            factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
            factory.setJpaPropertyMap(Map.of(
                    "hibernate.hbm2ddl.auto",
                    "update",
                    "hibernate.connection.provider_disables_autocommit",
                    String.valueOf(!pool.isAutoCommit())));
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
            return Semel.builder(store).listener(EVENTS::add).build();
        }

        @Bean
        JpaOrders orders(EntityManager entities) {
            return new JpaOrders(entities);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("throws StoreException with the address and the reason, and nothing runs")
    @Timeout(180)
    void stopped(boolean autoCommit) {
        try (PostgresServer server = PostgresServer.start();
                HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl(server.jdbcUrl());
            pool.setUsername(server.user());
            pool.setConnectionTimeout(2_000);
            pool.setMaximumPoolSize(2);
            pool.setAutoCommit(autoCommit);
            AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
            context.registerBean("pool", HikariDataSource.class, () -> pool);
            context.register(Application.class);
            context.refresh();
            JpaOrders orders = context.getBean(JpaOrders.class);
            TransactionCases.unchecked(() -> orders.place("k-1", "first", TransactionCases::nothing));
            EVENTS.clear();
            server.kill();
            // The first calls may get connections of the pool that were alive a moment ago.
            for (int i = 0; i < 5; i++) {
                assertThatThrownBy(() -> orders.place("k-2", "second", TransactionCases::nothing))
                        .isInstanceOf(StoreException.class);
            }
            assertThatThrownBy(() -> orders.place("k-2", "second", TransactionCases::nothing))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("127.0.0.1:" + server.port())
                    .hasMessageContaining("refused");
            assertThat(orders.runs()).isEqualTo(1);
            assertThat(EVENTS).hasSize(6).hasOnlyElementsOfType(Event.StoreFailed.class);
            context.close();
        }
    }
}
