package dev.semel.jdbc.issues;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.Pools;
import dev.semel.jdbc.PurgeEvent;
import dev.semel.jdbc.Purger;
import dev.semel.jdbc.Sources;
import dev.semel.servers.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("housekeeping continues and stays cheap")
class HousekeepingTest {

    @Test
    @DisplayName("A22 a pool that threw anything but an SQLException silently ended the purger's schedule")
    void scheduleSurvives() throws InterruptedException {
        HikariDataSource pool = Pools.h2("schedule");
        AtomicBoolean broken = new AtomicBoolean();
        JdbcStore store = JdbcStore.builder(Sources.of(() -> {
                    if (broken.get()) {
                        throw new IllegalStateException("the pool is being replaced");
                    }
                    return pool.getConnection();
                }))
                .createSchema(true)
                .build();
        broken.set(true);
        List<PurgeEvent> events = new CopyOnWriteArrayList<>();
        try (Purger purger = Purger.builder(store)
                .every(Duration.ofMillis(20))
                .listener(events::add)
                .start()) {
            assertThat(purger).isNotNull();
            for (int i = 0; i < 500 && !(events.size() > 1 && last(events) instanceof PurgeEvent.Ran); i++) {
                Thread.sleep(10);
                broken.set(events.isEmpty());
            }
        }
        assertThat(events.get(0)).isInstanceOf(PurgeEvent.Failed.class);
        assertThat(last(events)).isInstanceOf(PurgeEvent.Ran.class);
    }

    private static PurgeEvent last(List<PurgeEvent> events) {
        return events.get(events.size() - 1);
    }

    @Test
    @DisplayName(
            "A22 a purge that found nothing read the whole index, since PostgreSQL evaluated the clock for each row")
    void indexIsSearched() throws SQLException {
        try (HikariDataSource pool = Pools.of(PostgresServer.shared(), config -> config.setMaximumPoolSize(1))) {
            JdbcStore store = JdbcStore.builder(pool)
                    .table("purge_index")
                    .createSchema(true)
                    .build();
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("INSERT INTO purge_index SELECT sha256(i::text::bytea), 'o', 's', 'k', 1, 3, 1, 1,"
                        + " '\\x00', 0, '\\x00', 0, 0, 9000000000000000, null, null FROM generate_series(1, 20000) i");
                statement.execute("VACUUM ANALYZE purge_index");
            }
            long before = entriesRead(pool);
            assertThat(store.purge(1_000)).isZero();
            assertThat(store.overdue(100_000)).isZero();
            assertThat(entriesRead(pool) - before).isLessThan(100);
        }
    }

    private static long entriesRead(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_stat_clear_snapshot(), pg_stat_force_next_flush()");
            try (ResultSet found = statement.executeQuery(
                    "SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname = 'purge_index'")) {
                found.next();
                return found.getLong(1);
            }
        }
    }
}
