package dev.semel.jdbc.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.counter.Counter;
import dev.semel.counter.Counters;
import dev.semel.counter.Window;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.Pools;
import dev.semel.jdbc.Sources;
import dev.semel.jdbc.SqlContext;
import dev.semel.jdbc.counter.JdbcCounterStore;
import dev.semel.servers.JdbcServer;
import dev.semel.servers.MariaDbServer;
import dev.semel.servers.MySqlServer;
import dev.semel.servers.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Records were written to the table of one schema and searched in that of another, so keys ran twice. */
@DisplayName("F8 a pool whose connections have the schema of the calling thread")
class SchemaByThreadTest {
    private final String run = UUID.randomUUID().toString().substring(0, 8);
    private final AtomicInteger effects = new AtomicInteger();
    private HikariDataSource pool;
    private String select;
    private volatile String schema;

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    @DisplayName("uses the tables that were found when the store was opened, on PostgreSQL")
    void onPostgreSql() throws SQLException {
        check(PostgresServer.shared(), "SET search_path TO \"%s\"", "CREATE SCHEMA \"%s\"", "\"%s\"");
    }

    @Test
    @DisplayName("is refused on MariaDB, whose driver reports the database that a statement has selected")
    void onMariaDb() {
        assertThatThrownBy(() -> checkInDatabase(MariaDbServer.shared()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("several databases");
    }

    @Test
    @Tag("mysql")
    @DisplayName("uses the tables that were found when the store was opened, on MySQL")
    void onMySql() throws SQLException {
        checkInDatabase(MySqlServer.shared());
    }

    /** Selects a database without the driver noticing, which would otherwise refuse its connections. */
    private void checkInDatabase(JdbcServer server) throws SQLException {
        check(server, "USE `%s`", "CREATE DATABASE `%s`", "`%s`");
    }

    private void check(JdbcServer server, String selecting, String creating, String quoted) throws SQLException {
        pool = Pools.of(server, config -> {});
        select = selecting;
        List<String> schemas = List.of("Home." + run, "other." + run);
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            for (String each : schemas) {
                statement.execute(creating.formatted(each));
                statement.execute(selecting.formatted(each));
            }
        }
        DataSource byThread = Sources.of(this::next);
        for (String each : List.of(schemas.get(1), schemas.get(0))) {
            schema = each;
            JdbcStore.builder(byThread).createSchema(true).build().close();
            JdbcCounterStore.builder(byThread).createSchema(true).build().close();
        }
        for (int lanes = 0; lanes < 2; lanes++) {
            schema = schemas.get(0);
            try (JdbcStore store = JdbcStore.builder(byThread).combining(lanes).build();
                    JdbcCounterStore counts = JdbcCounterStore.on(byThread)) {
                use(store, counts, schemas, "lanes " + lanes);
            }
            assertThat(effects).hasValue(3 * (lanes + 1));
        }
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            for (String each : schemas) {
                ResultSet found =
                        statement.executeQuery("SELECT COUNT(*) FROM " + quoted.formatted(each) + ".semel_record");
                found.next();
                assertThat(found.getInt(1)).as(each).isEqualTo(each.equals(schemas.get(0)) ? 6 : 0);
            }
        }
    }

    private Connection next() throws SQLException {
        Connection connection = pool.getConnection();
        try (Statement statement = connection.createStatement()) {
            statement.execute(select.formatted(schema));
        }
        return connection;
    }

    private void use(JdbcStore store, JdbcCounterStore counts, List<String> schemas, String key) throws SQLException {
        Operation<String> operation =
                Semel.on(store).operation("schemas", Codec.text()).build();
        Counter counter = Counters.on(counts)
                .counter("schemas", Window.day(ZoneOffset.UTC))
                .build();
        for (String each : schemas) {
            schema = each;
            operation.once(key, "r", () -> "effect " + effects.incrementAndGet());
            operation.in(store.transactions()).once(key + " own", "r", this::effect);
            try (Connection connection = next()) {
                connection.setAutoCommit(false);
                operation.in(store.transaction(connection)).once(key + " caller's", "r", this::effect);
                connection.commit();
            }
            counter.addOnce(key, 1, "key");
        }
        assertThat(counter.add(key, 1).count()).as("count").isEqualTo(2);
    }

    private String effect(SqlContext context) {
        return "effect " + effects.incrementAndGet();
    }
}
