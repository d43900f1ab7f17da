package dev.semel.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.jdbc.JdbcStore;
import dev.semel.spring.SqlContext.Database;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A context with orders for tests of transactions. */
abstract class TransactionCases {
    final String run = UUID.randomUUID().toString().substring(0, 8) + " ";
    final AnnotationConfigApplicationContext context = SqlContext.open(database(), Orders.class);
    final Orders orders = context.getBean(Orders.class);
    final JdbcTemplate rows = context.getBean(JdbcTemplate.class);
    final JdbcStore store = context.getBean(JdbcStore.class);

    /** One for all tests of a class. */
    abstract Database database();

    /** Whether a transaction that writes keeps all others from writing. */
    boolean hasOneWriter() {
        return false;
    }

    @AfterEach
    void close() {
        context.close();
    }

    static void nothing() {}

    int placed(String key) {
        return rows.queryForObject("SELECT COUNT(*) FROM placed WHERE order_key = ?", Integer.class, key);
    }

    TransactionTemplate transactions() {
        return new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
    }

    /** Calls that may throw, in the middle of others. */
    interface Call {
        Object run() throws Exception;
    }

    static <T> T unchecked(java.util.concurrent.Callable<T> call) {
        try {
            return call.call();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Runs a check while an order has been placed and not committed. */
    void whileRunning(java.util.function.Function<Orders.Step, String> place, Call check) throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch checked = new CountDownLatch(1);
        CompletableFuture<String> first = CompletableFuture.supplyAsync(() -> place.apply(() -> {
            running.countDown();
            assertThat(checked.await(30, TimeUnit.SECONDS)).isTrue();
        }));
        assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
        try {
            check.run();
        } finally {
            checked.countDown();
        }
        first.get(30, TimeUnit.SECONDS);
    }
}
