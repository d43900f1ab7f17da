package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.Fingerprint;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.jdbc.dialect.Dialect;
import dev.semel.servers.JdbcServer;
import dev.semel.servers.MariaDbServer;
import dev.semel.servers.MySqlServer;
import dev.semel.servers.PostgresServer;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("A22 the partitioned layouts of the documentation")
class PartitionsTest {
    private static final int PARTITIONS = 4;
    private static final Duration LONG = Duration.ofHours(1);

    @Test
    @DisplayName("on PostgreSQL: a partition is rewritten during calls")
    void postgreSql() throws Exception {
        check(PostgresServer.shared(), documented("PostgreSQL, once"), documented("PostgreSQL, to clean up"));
    }

    @Test
    @DisplayName("on MariaDB: a partition is exchanged during calls")
    void mariaDb() throws Exception {
        check(MariaDbServer.shared(), documented("MariaDB, once"), documented("MariaDB, to clean up"));
    }

    @Test
    @Tag("mysql")
    @DisplayName("on MySQL: a partition is exchanged during calls")
    void mySql() throws Exception {
        check(MySqlServer.shared(), documented("MariaDB, once"), documented("MariaDB, to clean up"));
    }

    @Test
    @DisplayName("a table for each period is dropped")
    void periods() throws Exception {
        for (JdbcServer server : List.of(PostgresServer.shared(), MariaDbServer.shared())) {
            DataSource pool = Pools.shared(server);
            JdbcStore october = JdbcStore.builder(pool)
                    .table("semel_record_2026_10")
                    .createSchema(true)
                    .build();
            JdbcStore november = JdbcStore.builder(pool)
                    .table("semel_record_2026_11")
                    .createSchema(true)
                    .build();
            operation(october, LONG).once("2026-10-31/k", "r", () -> "october");
            operation(november, LONG).once("2026-11-01/k", "r", () -> "november");
            run(pool, documented("When the retention of a period's last day has ended"));
            assertThat(operation(november, LONG).once("2026-11-01/k", "r", () -> "never"))
                    .isEqualTo("november");
        }
    }

    /** Returns the SQL that follows a sentence with these words, which may be wrapped. */
    private static String documented(String words) throws Exception {
        String page = Files.readString(Path.of("../../docs/operations/partitions.md"));
        String wrapped = Pattern.quote(words).replace(" ", "\\E\\s+\\Q");
        Matcher found = Pattern.compile(wrapped + ".*?```sql\\n(.*?)```", Pattern.DOTALL)
                .matcher(page);
        assertThat(found.find()).as(words).isTrue();
        return found.group(1);
    }

    private static void run(DataSource pool, String script) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            for (String statement : script.split(";", -1)) {
                if (!statement.isBlank()) {
                    Dialect.execute(connection, statement.strip());
                }
            }
        }
    }

    private static Operation<String> operation(JdbcStore store, Duration retention) {
        return Semel.on(store)
                .operation("partitions", Codec.text())
                .retention(retention)
                .build();
    }

    private static void check(JdbcServer server, String once, String cleanUp) throws Exception {
        try (HikariDataSource pool = Pools.of(server, config -> {})) {
            JdbcStore.builder(pool).table("part_record").createSchema(true).build();
            run(pool, once.replace("semel_", "part_"));
            JdbcStore store = JdbcStore.builder(pool).table("part_record").build();
            Operation<String> operation = operation(store, LONG);
            fill(store, operation);
            ClaimRequest running = new ClaimRequest(
                    new RecordId("partitions", "", "running"),
                    Fingerprint.ofParts("r"),
                    () -> new Nonce(1, 2),
                    new LeaseTerms(LONG, null),
                    false);
            ClaimResult.Claimed owned = (ClaimResult.Claimed) store.claim(running);
            int made = cleanUpBesideCalls(pool, operation, cleanUp.replace("semel_", "part_"));
            assertThat(store.overdue(1_000)).isZero();
            assertThat(store.size(10_000)).isEqualTo(100 + 1 + 1 + made);
            assertAlive(store, operation);
            assertThat(store.settle(running.id(), owned.record().token(), Result.value("x", new byte[1]), LONG))
                    .isEqualTo(OwnerWrite.APPLIED);
        }
    }

    private static void fill(JdbcStore store, Operation<String> operation) throws InterruptedException {
        for (int i = 0; i < 200; i++) {
            operation(store, Duration.ofMillis(1)).once("dead-" + i, "r", () -> "receipt");
        }
        for (int i = 0; i < 100; i++) {
            String key = "alive-" + i;
            operation.once(key, "r", () -> "receipt of " + key);
        }
        operation.in(store.transactions()).once("transactional", "r", connection -> "receipt");
        Thread.sleep(20);
        assertThat(store.overdue(1_000)).isEqualTo(200);
    }

    private static int cleanUpBesideCalls(HikariDataSource pool, Operation<String> operation, String cleanUp)
            throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger runs = new AtomicInteger();
        AtomicInteger keys = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<?>> callers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            callers.add(threads.submit(() -> {
                while (!over.get()) {
                    String key = "new-" + keys.incrementAndGet();
                    String receipt = operation.once(key, "r", () -> "run " + runs.incrementAndGet());
                    assertThat(operation.once(key, "r", () -> "again")).isEqualTo(receipt);
                }
            }));
        }
        try {
            for (int i = 0; i < PARTITIONS; i++) {
                Thread.sleep(100);
                run(pool, cleanUp.replaceAll("\\b(part_record_)?p0\\b", "$1p" + i));
            }
        } finally {
            over.set(true);
            for (Future<?> caller : callers) {
                caller.get();
            }
            threads.shutdown();
        }
        assertThat(runs.get()).isEqualTo(keys.get()).isPositive();
        return runs.get();
    }

    private static void assertAlive(JdbcStore store, Operation<String> operation) {
        for (int i = 0; i < 100; i++) {
            String key = "alive-" + i;
            assertThat(operation.once(key, "r", () -> "again")).isEqualTo("receipt of " + key);
        }
        assertThat(operation.in(store.transactions()).once("transactional", "r", connection -> "again"))
                .isEqualTo("receipt");
    }
}
