package dev.semel.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Semel;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.RoutedStore;
import dev.semel.memory.MemoryStore;
import dev.semel.spring.SqlContext.Database;
import dev.semel.spring.transaction.SpringTransactions;
import dev.semel.store.RecordId;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.core.Ordered;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

@DisplayName("idempotent methods with transactions of all kinds")
class TransactionStartTest {
    private static final Database DATABASE = Database.sqlite();

    private static String refusalOf(Class<?>... beans) {
        try (AnnotationConfigApplicationContext context = SqlContext.open(DATABASE, beans)) {
            throw new AssertionError("it was opened, with " + context.getBeanDefinitionCount() + " beans");
        } catch (RuntimeException e) {
            Throwable innermost = e;
            while (innermost.getCause() != null) {
                innermost = innermost.getCause();
            }
            return String.valueOf(innermost.getMessage());
        }
    }

    static class New {
        @Idempotent(operation = "new", key = "'k'")
        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public String pay() {
            return "";
        }
    }

    static class Nested {
        @Idempotent(operation = "nested", key = "'k'")
        @Transactional(propagation = Propagation.NESTED)
        public String pay() {
            return "";
        }
    }

    static class Supports {
        @Idempotent(operation = "supports", key = "'k'")
        @Transactional(propagation = Propagation.SUPPORTS)
        public String pay() {
            return "";
        }
    }

    static class ReadOnly {
        @Idempotent(operation = "readOnly", key = "'k'")
        @Transactional(readOnly = true)
        public String pay() {
            return "";
        }
    }

    static class Later {
        @Idempotent(operation = "later", key = "'k'")
        @Transactional
        public CompletableFuture<String> pay() {
            return CompletableFuture.completedFuture("");
        }
    }

    @Test
    @DisplayName("are refused if their rows could be in a different transaction than their record")
    void propagation() {
        for (Class<?> bean : new Class<?>[] {New.class, Nested.class, Supports.class}) {
            assertThat(refusalOf(bean)).contains("REQUIRED or MANDATORY").contains("LEASED");
        }
        assertThat(refusalOf(ReadOnly.class)).contains("read-only");
        assertThat(refusalOf(Later.class)).contains("after its transaction has ended");
    }

    static class Payments {
        final AtomicInteger runs = new AtomicInteger();

        @Idempotent(operation = "mandatory", key = "#key")
        @Transactional(propagation = Propagation.MANDATORY)
        public int mandatory(String key) {
            return runs.incrementAndGet();
        }

        @Idempotent(operation = "never", key = "#key")
        @Transactional(propagation = Propagation.NEVER)
        public int never(String key) {
            assertThat(TransactionSynchronizationManager.isActualTransactionActive())
                    .isFalse();
            return runs.incrementAndGet();
        }

        @Idempotent(operation = "own", key = "#key", mode = Idempotent.Mode.LEASED)
        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public int own(String key) {
            assertThat(TransactionSynchronizationManager.isActualTransactionActive())
                    .isTrue();
            return runs.incrementAndGet();
        }
    }

    @Test
    @DisplayName(
            "join the caller's transaction if it is mandatory, run under a lease if they must have none, and may open a new one")
    void others() {
        try (AnnotationConfigApplicationContext context = SqlContext.open(DATABASE, Payments.class)) {
            Payments payments = context.getBean(Payments.class);
            TransactionTemplate outer = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            assertThatThrownBy(() -> payments.mandatory("k")).isInstanceOf(IllegalTransactionStateException.class);
            assertThat(outer.<Integer>execute(status -> payments.mandatory("k")))
                    .isEqualTo(1);
            assertThat(outer.<Integer>execute(status -> payments.mandatory("k")))
                    .isEqualTo(1);
            assertThat(payments.never("k")).isEqualTo(payments.never("k"));
            int own = payments.own("k");
            assertThat(outer.<Integer>execute(status -> payments.own("k"))).isEqualTo(own);
        }
    }

    static class Plain {
        final AtomicInteger runs = new AtomicInteger();

        @Idempotent(operation = "plain", key = "#key")
        @Transactional
        public int pay(String key) {
            return runs.incrementAndGet();
        }

        @Idempotent(operation = "plain.failing", key = "#key")
        @Transactional
        public int payAndFailAtCommit(String key, boolean fails) {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void beforeCommit(boolean readOnly) {
                    if (fails) {
                        throw new IllegalStateException("at commit");
                    }
                }
            });
            return runs.incrementAndGet();
        }
    }

    @Configuration
    @EnableTransactionManagement(order = Ordered.HIGHEST_PRECEDENCE)
    @EnableIdempotent
    static class WrongOrder {
        @Bean
        PlatformTransactionManager transactions() {
            return new JdbcTransactionManager(DATABASE.pool(2));
        }

        @Bean
        Semel semel() {
            return Semel.on(MemoryStore.create());
        }
    }

    @Test
    @DisplayName("are refused if the transaction advice is outside of theirs")
    void order() {
        assertThat(Contexts.refusalOf(WrongOrder.class, Plain.class))
                .contains("pay has its transaction around its guard")
                .contains("order");
    }

    @Configuration
    static class InMemory {
        @Bean
        @Primary
        Semel elsewhere() {
            return Semel.on(MemoryStore.create());
        }
    }

    @Configuration
    static class InTenants {
        @Bean
        @Primary
        Semel tenants() {
            return Semel.on(RoutedStore.by(RecordId::scope, tenant -> JdbcStore.on(DATABASE.pool(1))));
        }
    }

    @Test
    @DisplayName("are recorded after the commit if the records are elsewhere, and not in an outer transaction")
    void leasedAround() {
        try (AnnotationConfigApplicationContext context = SqlContext.open(DATABASE, InMemory.class, Plain.class)) {
            Plain plain = context.getBean(Plain.class);
            assertThat(plain.pay("k")).isEqualTo(plain.pay("k"));
            assertThatThrownBy(() -> plain.payAndFailAtCommit("k", true)).hasMessage("at commit");
            assertThatThrownBy(() -> plain.payAndFailAtCommit("k", false))
                    .isInstanceOf(dev.semel.MismatchException.class);
            assertThatThrownBy(() -> plain.payAndFailAtCommit("k", true)).hasMessage("at commit");
            TransactionTemplate outer = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            assertThatThrownBy(() -> outer.execute(status -> plain.pay("k")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("called within a transaction");
        }
    }

    static class Insisting {
        @Idempotent(operation = "insisting", key = "'k'", mode = Idempotent.Mode.TRANSACTIONAL)
        @Transactional
        public String pay() {
            return "";
        }
    }

    static class Mandatory {
        @Idempotent(operation = "mandatory", key = "'k'")
        @Transactional(propagation = Propagation.MANDATORY)
        public String pay() {
            return "";
        }
    }

    @Test
    @DisplayName("that insist on one transaction are refused if the records are elsewhere")
    void insisting() {
        assertThat(refusalOf(InMemory.class, Insisting.class))
                .contains("TRANSACTIONAL")
                .contains("JdbcStore");
        assertThat(refusalOf(InTenants.class, Insisting.class))
                .contains("TRANSACTIONAL")
                .contains("RoutedStore")
                .contains("LEASED");
        assertThat(refusalOf(InMemory.class, Mandatory.class)).contains("MANDATORY");
        SqlContext.open(DATABASE, Insisting.class).close();
    }

    @Test
    @DisplayName("recognise the pool behind Spring's proxies, and refuse a proxy that joins transactions itself")
    void pools() {
        try (HikariDataSource pool = DATABASE.pool(2);
                HikariDataSource other = DATABASE.pool(1)) {
            JdbcStore lazy = JdbcStore.builder(new LazyConnectionDataSourceProxy(pool))
                    .createSchema(true)
                    .build();
            assertThat(SpringTransactions.of(lazy, new JdbcTransactionManager(pool)))
                    .isNotNull();
            assertThat(SpringTransactions.of(lazy, new JdbcTransactionManager(other)))
                    .isNull();
            assertThatThrownBy(() -> RouteTransactions.on(lazy, new JdbcTransactionManager(other)))
                    .hasMessageContaining("not on the pool");
            assertThatThrownBy(() -> JdbcStore.on(new TransactionAwareDataSourceProxy(pool)))
                    .hasMessageContaining("TransactionAwareDataSourceProxy");
        }
    }
}
