package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.jdbc.dialect.Dialect;
import dev.semel.servers.JdbcServer;
import dev.semel.servers.MariaDbServer;
import dev.semel.servers.MySqlServer;
import dev.semel.servers.PostgresServer;
import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@DisplayName("A22 a purge blocks no other work")
class PurgeBesideOthersTest {
    private static final String TABLE = "purge_beside";

    @Test
    @DisplayName("on PostgreSQL")
    void postgreSql() throws Exception {
        check(PostgresServer.shared());
    }

    @Test
    @DisplayName("on MariaDB")
    void mariaDb() throws Exception {
        check(MariaDbServer.shared());
    }

    @Test
    @Tag("mysql")
    @DisplayName("on MySQL")
    void mySql() throws Exception {
        check(MySqlServer.shared());
    }

    private static void check(JdbcServer server) throws Exception {
        try (HikariDataSource pool = Pools.of(server, config -> {})) {
            JdbcStore store = open(pool);
            skipsWhatIsLocked(pool, store);
            letsOthersIn(pool, store);
        }
    }

    private static JdbcStore open(DataSource pool) {
        return JdbcStore.builder(pool).table(TABLE).createSchema(true).build();
    }

    private static Operation<String> operation(JdbcStore store, Duration retention) {
        return Semel.on(store)
                .operation("beside", Codec.text())
                .retention(retention)
                .build();
    }

    private static void expired(JdbcStore store) throws InterruptedException {
        for (int i = 0; i < 10; i++) {
            operation(store, Duration.ofMillis(1)).once("over-" + i, "r", () -> "receipt");
        }
        Thread.sleep(20);
    }

    private static void skipsWhatIsLocked(DataSource pool, JdbcStore store) throws Exception {
        expired(store);
        try (Connection other = pool.getConnection()) {
            other.setAutoCommit(false);
            Dialect.execute(other, "SELECT 1 FROM " + TABLE + " WHERE record_key = 'over-3' FOR UPDATE");
            long started = System.nanoTime();
            int removed = store.purge(100);
            // Without an index on the key InnoDB locks all rows that it reads, and nothing is left to remove.
            assertThat(removed).isIn(0, 9);
            assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(5));
            other.rollback();
        }
        assertThat(store.purge(100)).isIn(1, 10);
        assertThat(store.size(100)).isZero();
    }

    /** Inserts records between the search for expired rows and their deletion: beside them, and where it has searched. */
    private static void letsOthersIn(DataSource pool, JdbcStore store) throws Exception {
        operation(store, Duration.ofHours(1)).once("kept", "r", () -> "receipt");
        expired(store);
        CountDownLatch searched = new CountDownLatch(1);
        CountDownLatch claimed = new CountDownLatch(1);
        JdbcStore slow = open(Sources.of(() -> Sources.around(pool.getConnection(), (method, original) -> {
            Object result = original.run();
            if (String.valueOf(result).contains("DELETE FROM " + TABLE + " WHERE digest IN")) {
                searched.countDown();
                assertThat(claimed.await(30, TimeUnit.SECONDS)).isTrue();
            }
            return result;
        })));
        CompletableFuture<Integer> purge = CompletableFuture.supplyAsync(() -> slow.purge(100));
        try {
            boolean separate = searched.await(1, TimeUnit.SECONDS);
            for (int i = 0; i < 20; i++) {
                // A claim that has to wait for a lock gets the answer that the record is in progress.
                operation(store, Duration.ofMinutes(30)).once("new-" + separate + i, "r", () -> "receipt");
            }
        } finally {
            claimed.countDown();
        }
        assertThat(purge.get(30, TimeUnit.SECONDS)).isEqualTo(10);
        assertThat(store.size(100)).isEqualTo(21);
    }
}
