package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Fingerprint;
import dev.semel.jdbc.dialect.Dialect;
import dev.semel.servers.PostgresServer;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.Token;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds a claim between the snapshot of its statement and the clock, by a view whose rows wait for a lock. */
@DisplayName("A6 a row that PostgreSQL reads before it takes the time")
class PostgreSqlSnapshotTest {
    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final Duration LONG = Duration.ofMinutes(10);

    private final long lock = UUID.randomUUID().getMostSignificantBits();
    private final String table = "snapshot_" + Long.toHexString(lock & 0xffffff);
    private final HikariDataSource pool = Pools.of(PostgresServer.shared(), config -> {});
    private final RecordId id = new RecordId("snapshot", "", "k");
    private JdbcStore store;
    private JdbcStore held;

    @BeforeEach
    void open() throws SQLException {
        store = JdbcStore.builder(pool).table(table).createSchema(true).build();
        execute("CREATE FUNCTION " + table + "_hold() RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$ BEGIN"
                + " PERFORM pg_advisory_lock_shared(" + lock + "); PERFORM pg_advisory_unlock_shared(" + lock + ");"
                + " RETURN true; END $$");
        execute("CREATE VIEW " + table + "_v AS SELECT * FROM " + table + " WHERE " + table + "_hold()");
        execute("CREATE TABLE " + table + "_v_schema AS SELECT * FROM " + table + "_schema");
        held = JdbcStore.builder(pool).table(table + "_v").build();
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            Dialect.execute(connection, sql);
        }
    }

    private ClaimRequest request(long nonce) {
        return new ClaimRequest(
                id, Fingerprint.ofParts("r"), () -> new Nonce(nonce, nonce), new LeaseTerms(LEASE, null), false);
    }

    private boolean is(String condition) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT " + condition)) {
            found.next();
            return found.getBoolean(1);
        }
    }

    private void await(String condition) throws Exception {
        for (long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60); !is(condition); ) {
            assertThat(System.nanoTime()).as(condition).isLessThan(until);
            Thread.sleep(10);
        }
    }

    @ParameterizedTest(name = "replays in a hundred: {0}")
    @ValueSource(ints = {50, 100})
    @DisplayName("does not put a record in doubt whose owner has renewed in between")
    void renewedInBetween(int replays) throws Exception {
        held.dialect().replays().pin(replays);
        Token token = ((ClaimResult.Claimed) store.claim(request(1))).record().token();
        CompletableFuture<ClaimResult> claiming;
        try (Connection blocker = pool.getConnection()) {
            Dialect.execute(blocker, "SELECT pg_advisory_lock(" + lock + ")");
            claiming = CompletableFuture.supplyAsync(() -> held.claim(request(2)));
            await("EXISTS (SELECT 1 FROM pg_stat_activity WHERE wait_event = 'advisory' AND query LIKE '%" + table
                    + "_v%')");
            assertThat(store.renew(id, token, new LeaseTerms(LONG, null))).isEqualTo(OwnerWrite.APPLIED);
            Thread.sleep(LEASE.plusMillis(100).toMillis());
            Dialect.execute(blocker, "SELECT pg_advisory_unlock(" + lock + ")");
        }
        assertThat(claiming.get(60, TimeUnit.SECONDS)).isInstanceOf(ClaimResult.Busy.class);
    }

    @ParameterizedTest(name = "replays in a hundred: {0}")
    @ValueSource(ints = {50, 100})
    @DisplayName("puts a record in doubt whose owner has died")
    void inDoubt(int replays) throws Exception {
        held.dialect().replays().pin(replays);
        store.claim(request(1));
        await("NOT EXISTS (SELECT 1 FROM " + table
                + " WHERE lease_end > extract(epoch FROM clock_timestamp()) * 1000000)");
        assertThat(held.claim(request(2))).isInstanceOf(ClaimResult.InDoubt.class);
    }
}
