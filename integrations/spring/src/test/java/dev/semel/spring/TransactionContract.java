package dev.semel.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.semel.FailureReplayedException;
import dev.semel.InProgressException;
import dev.semel.ResultNotKeptException;
import dev.semel.StoreException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** What holds for an idempotent method with {@code @Transactional} on a SQL store with the same pool. Run on each database. */
abstract class TransactionContract extends TransactionCases {

    @Test
    @DisplayName("D1 rows and record commit together, and neither is visible before")
    void commitsTogether() throws Exception {
        String key = run + "k";
        String receipt = orders.place(key, () -> {
            assertThat(TransactionSynchronizationManager.isActualTransactionActive())
                    .isTrue();
            assertThat(CompletableFuture.supplyAsync(() -> placed(key)).get(10, TimeUnit.SECONDS))
                    .isZero();
            assertThat(records()).isZero();
        });
        assertThat(placed(key)).isEqualTo(1);
        assertThat(records()).isEqualTo(1);
        assertThat(orders.place(key, TransactionCases::nothing)).isEqualTo(receipt);
        assertThat(placed(key)).isEqualTo(1);
    }

    /** The rows of this test, as other transactions see them. */
    private long records() {
        return unchecked(() -> CompletableFuture.supplyAsync(() -> rows.queryForObject(
                        "SELECT COUNT(*) FROM semel_record WHERE record_key LIKE ?", Long.class, run + "%"))
                .get(10, TimeUnit.SECONDS));
    }

    @Test
    @DisplayName("D7 a method that commits the transaction itself is detected, and does not run again")
    void committedByTheMethod() {
        String key = run + "k";
        DataSource pool = context.getBean(DataSource.class);
        assertThatThrownBy(() -> orders.place(
                        key, () -> DataSourceUtils.getConnection(pool).commit()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has committed");
        assertThatThrownBy(() -> orders.place(key, TransactionCases::nothing))
                .isInstanceOf(ResultNotKeptException.class);
        assertThat(placed(key)).isEqualTo(1);
    }

    @Test
    @DisplayName("D2 a duplicate during the transaction is refused immediately, and replays after it")
    void refused() throws Exception {
        String key = run + "k";
        whileRunning(step -> unchecked(() -> orders.place(key, step)), () -> {
            long started = System.nanoTime();
            assertThatThrownBy(() -> orders.place(key, TransactionCases::nothing))
                    .isInstanceOf(InProgressException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(2));
            return null;
        });
        assertThat(orders.place(key, TransactionCases::nothing)).isEqualTo(key + " run 1");
        assertThat(placed(key)).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "D2 a duplicate is refused without a second connection, so that waiting callers cannot deadlock a pool")
    void noSecondConnection() throws Exception {
        String key = run + "k";
        try (AnnotationConfigApplicationContext small =
                SqlContext.open(database().pool(2), Orders.class)) {
            Orders few = small.getBean(Orders.class);
            whileRunning(step -> unchecked(() -> few.place(key, step)), () -> {
                long started = System.nanoTime();
                assertThatThrownBy(() -> few.place(key, TransactionCases::nothing))
                        .isInstanceOf(InProgressException.class);
                assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(15));
                return null;
            });
        }
    }

    @Test
    @DisplayName("D2 a duplicate waits for the first call's result, within its limit")
    void waits() throws Exception {
        String key = run + "k";
        CompletableFuture<?>[] waiter = new CompletableFuture<?>[1];
        whileRunning(step -> unchecked(() -> orders.placeOrWait(key, step)), () -> {
            waiter[0] = CompletableFuture.supplyAsync(
                    () -> unchecked(() -> orders.placeOrWait(key, TransactionCases::nothing)));
            Thread.sleep(200);
            assertThat(waiter[0]).isNotDone();
            return null;
        });
        assertThat(waiter[0].get(10, TimeUnit.SECONDS)).isEqualTo(key + " run 1");
        String other = run + "brief";
        whileRunning(step -> unchecked(() -> orders.placeOrWaitBriefly(other, step)), () -> {
            assertThatThrownBy(() -> orders.placeOrWaitBriefly(other, TransactionCases::nothing))
                    .isInstanceOf(InProgressException.class);
            return null;
        });
        assertThat(placed(key) + placed(other)).isEqualTo(2);
    }

    @Test
    @DisplayName("D3 an exception rolls back, also where Spring would commit, and the next call runs")
    void exceptions() throws Exception {
        String key = run + "k";
        RuntimeException unchecked = new IllegalStateException("down");
        assertThatThrownBy(() -> orders.place(key, () -> {
                    throw unchecked;
                }))
                .isSameAs(unchecked);
        IOException checked = new IOException("down");
        assertThatThrownBy(() -> orders.place(key, () -> {
                    throw checked;
                }))
                .isSameAs(checked);
        assertThat(placed(key)).isZero();
        assertThat(orders.place(key, TransactionCases::nothing)).isEqualTo(key + " run 3");
        assertThat(placed(key)).isEqualTo(1);
    }

    @Test
    @DisplayName("D3 a rollback-only mark, by the method or by code that it calls, rolls back and is reported")
    void marks() throws Exception {
        String key = run + "k";
        assertThatThrownBy(() -> orders.placeMarked(key, true)).isInstanceOf(UnexpectedRollbackException.class);
        assertThat(placed(key)).isZero();
        assertThat(orders.placeMarked(key, false)).isEqualTo(key + " run 2");
        String other = run + "other";
        assertThatThrownBy(() -> orders.placeAndSwallow(other, true)).isInstanceOf(UnexpectedRollbackException.class);
        assertThat(orders.placeAndSwallow(other, false)).isEqualTo(other + " run 4");
        assertThat(placed(key) + placed(other)).isEqualTo(2);
    }

    @Test
    @DisplayName("D6 a failure that is to be replayed is stored although the rows were rolled back")
    void replayedFailure() {
        String key = run + "k";
        assertThatThrownBy(() -> orders.declined(key, () -> {
                    throw new IOException("declined");
                }))
                .isExactlyInstanceOf(IOException.class)
                .hasNoSuppressedExceptions();
        assertThatThrownBy(() -> orders.declined(key, TransactionCases::nothing))
                .isInstanceOf(FailureReplayedException.class);
        assertThat(placed(key)).isZero();
    }

    @Test
    @DisplayName("D6 a failure after which Spring commits is stored together with the rows")
    void failureWithRows() {
        String key = run + "k";
        assertThatThrownBy(() -> orders.declined(key, () -> {
                    throw new IllegalArgumentException("declined");
                }))
                .isExactlyInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> orders.declined(key, TransactionCases::nothing))
                .isInstanceOf(FailureReplayedException.class);
        assertThat(placed(key)).isEqualTo(1);
    }

    @Test
    @DisplayName("D5 works under REPEATABLE READ, where a duplicate that waited gets the winner's result")
    void repeatableRead() throws Exception {
        assumeFalse(hasOneWriter(), "SQLite has no such level");
        String key = run + "k";
        CompletableFuture<?>[] waiter = new CompletableFuture<?>[1];
        whileRunning(step -> unchecked(() -> orders.placeRepeatable(key, step)), () -> {
            waiter[0] = CompletableFuture.supplyAsync(
                    () -> unchecked(() -> orders.placeRepeatable(key, TransactionCases::nothing)));
            Thread.sleep(200);
            return null;
        });
        assertThat(waiter[0].get(10, TimeUnit.SECONDS)).isEqualTo(key + " run 1");
        assertThat(placed(key)).isEqualTo(1);
    }

    @Test
    @DisplayName("D1 in an outer transaction everything takes effect when that commits, and a call in it replays")
    void outerCommits() {
        String key = run + "k";
        transactions().executeWithoutResult(outer -> {
            String receipt = unchecked(() -> orders.place(key, TransactionCases::nothing));
            assertThat(unchecked(() -> orders.place(key, TransactionCases::nothing)))
                    .isEqualTo(receipt);
            assertThat(outer.isRollbackOnly()).isFalse();
            assertThat(records()).isZero();
        });
        assertThat(records()).isEqualTo(1);
        assertThat(placed(key)).isEqualTo(1);
    }

    @Test
    @DisplayName("D3 in an outer transaction that rolls back nothing takes effect, and the next call runs")
    void outerRollsBack() throws Exception {
        String key = run + "k";
        transactions().executeWithoutResult(outer -> {
            unchecked(() -> orders.place(key, TransactionCases::nothing));
            outer.setRollbackOnly();
        });
        assertThat(placed(key)).isZero();
        assertThat(orders.place(key, TransactionCases::nothing)).isEqualTo(key + " run 2");
    }

    @Test
    @DisplayName("D3 an exception in an outer transaction marks that one as rollback-only, even if it is caught")
    void outerIsMarked() throws Exception {
        String key = run + "k";
        assertThatThrownBy(() -> transactions().executeWithoutResult(outer -> {
                    assertThatThrownBy(() -> orders.place(key, () -> {
                                throw new IOException("down");
                            }))
                            .hasMessage("down");
                }))
                .isInstanceOf(UnexpectedRollbackException.class);
        assertThat(placed(key)).isZero();
        assertThat(orders.place(key, TransactionCases::nothing)).isEqualTo(key + " run 2");
    }

    @Test
    @DisplayName("D6 a failure in an outer transaction is stored when that has been rolled back")
    void outerFailure() {
        String key = run + "k";
        IOException failure = new IOException("declined");
        assertThatThrownBy(() -> transactions().executeWithoutResult(outer -> {
                    assertThatThrownBy(() -> orders.declined(key, () -> {
                                throw failure;
                            }))
                            .isSameAs(failure);
                }))
                .isInstanceOf(UnexpectedRollbackException.class);
        assertThat(failure).hasNoSuppressedExceptions();
        assertThatThrownBy(() -> orders.declined(key, TransactionCases::nothing))
                .isInstanceOf(FailureReplayedException.class);
    }

    @Test
    @DisplayName("D2 a duplicate in an outer transaction is refused, and that transaction continues and commits")
    void outerGoesOn() throws Exception {
        assumeFalse(hasOneWriter(), "an outer transaction that writes would wait for the first call's");
        String key = run + "k";
        String other = run + "other";
        whileRunning(
                step -> unchecked(() -> orders.place(key, step)),
                () -> transactions().execute(outer -> {
                    rows.update("INSERT INTO placed (order_key) VALUES (?)", other);
                    assertThatThrownBy(() -> orders.place(key, TransactionCases::nothing))
                            .isInstanceOf(InProgressException.class);
                    return null;
                }));
        assertThat(placed(other)).isEqualTo(1);
    }

    @Test
    @Tag("long")
    @DisplayName("D1 a process that dies before the commit leaves nothing, and after it both")
    void death() throws Exception {
        Map<OrderDeath.Step, Process> dying = new EnumMap<>(OrderDeath.Step.class);
        for (OrderDeath.Step step : OrderDeath.Step.values()) {
            dying.put(step, OrderDeath.start(database(), step, run + step));
        }
        for (OrderDeath.Step step : OrderDeath.Step.values()) {
            assertThat(dying.get(step).waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(dying.get(step).exitValue()).isEqualTo(OrderDeath.DEAD);
            boolean committed = step == OrderDeath.Step.AFTER_COMMIT;
            assertThat(placed(run + step)).as("%s", step).isEqualTo(committed ? 1 : 0);
            int before = orders.runs();
            orders.place(run + step, TransactionCases::nothing);
            assertThat(orders.runs() - before).as("%s", step).isEqualTo(committed ? 0 : 1);
            assertThat(placed(run + step)).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("D3 a connection that is lost while the method runs rolls back, and the next call runs")
    void lostConnection() throws Exception {
        assumeFalse(hasOneWriter(), "a file has no connection that could be lost");
        String key = run + "k";
        assertThatThrownBy(() -> orders.place(key, this::loseConnection)).isInstanceOf(StoreException.class);
        assertThat(placed(key)).isZero();
        assertThat(orders.place(key, TransactionCases::nothing)).isEqualTo(key + " run 2");
    }

    /** Closes it below the pool, so that the server finds its client gone. */
    private void loseConnection() throws SQLException {
        DataSource pool = context.getBean(DataSource.class);
        Connection connection = DataSourceUtils.getConnection(pool);
        connection.unwrap(Connection.class).abort(Runnable::run);
        DataSourceUtils.releaseConnection(connection, pool);
    }

    @Test
    @Tag("long")
    @DisplayName("D4 64 threads on 8 contended keys: one order for each key, one receipt for all, and no failure")
    void hotKeys() throws Exception {
        long end = System.nanoTime() + Duration.ofSeconds(2).toNanos();
        Map<String, String> receipts = new ConcurrentHashMap<>();
        AtomicInteger calls = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(64);
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            running.add(threads.submit(() -> {
                while (System.nanoTime() < end) {
                    int number = calls.getAndIncrement();
                    String key = run + "hot " + number / 64 * 8 + "-" + number % 8;
                    String receipt = orders.placeOrWait(key, TransactionCases::nothing);
                    assertThat(receipts.computeIfAbsent(key, first -> receipt)).isEqualTo(receipt);
                }
                return null;
            }));
        }
        for (Future<?> each : running) {
            each.get(60, TimeUnit.SECONDS);
        }
        threads.shutdown();
        assertThat(rows.queryForObject(
                        "SELECT COUNT(*) FROM placed WHERE order_key LIKE ?", Integer.class, run + "hot%"))
                .isEqualTo(receipts.size())
                .isEqualTo(orders.runs());
    }
}
