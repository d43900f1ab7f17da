package dev.semel.jdbc.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.StoreException;
import dev.semel.counter.Counter;
import dev.semel.counter.Counters;
import dev.semel.counter.Window;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.Pools;
import dev.semel.servers.JdbcServer;
import dev.semel.servers.MariaDbServer;
import dev.semel.servers.PostgresServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneOffset;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("F6 when a store for counts is opened")
class CountsStartUpTest {
    private static List<JdbcServer> servers() {
        return List.of(PostgresServer.shared(), MariaDbServer.shared());
    }

    private static Counter counter(JdbcCounterStore store) {
        return Counters.on(store).counter("daily", Window.day(ZoneOffset.UTC)).build();
    }

    @Test
    @DisplayName("a missing table is reported in one sentence that names the script to run, also beside the tables of"
            + " records")
    void missingTable() {
        HikariDataSource pool = Pools.h2("counts-missing");
        JdbcStore.builder(pool).createSchema(true).build();
        assertThatThrownBy(() -> JdbcCounterStore.on(pool))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("semel_counter")
                .hasMessageContaining("schema/h2/V2__semel_counters.sql");
        for (JdbcServer server : servers()) {
            assertThatThrownBy(() -> JdbcCounterStore.builder(Pools.shared(server))
                            .table("not_there")
                            .build())
                    .hasMessageContaining("not_there")
                    .hasMessageContaining("V2__semel_counters.sql");
        }
    }

    @Test
    @DisplayName("another version of the schema is reported in one sentence")
    void wrongVersion() throws SQLException {
        HikariDataSource pool = Pools.h2("counts-version");
        JdbcCounterStore.builder(pool).createSchema(true).build();
        try (Connection connection = pool.getConnection()) {
            execute(connection, "UPDATE semel_counter_schema SET version = 7");
        }
        assertThatThrownBy(() -> JdbcCounterStore.on(pool)).hasMessageContaining("schema version 7");
    }

    @Test
    @DisplayName("a half-created schema is completed, whatever its progress")
    void halfMade() throws Exception {
        complete(Pools.shared(PostgresServer.shared()), "postgresql");
        complete(Pools.shared(MariaDbServer.shared()), "mariadb");
        complete(Pools.h2("counts-half"), "h2");
        complete(Pools.sqlite(Pools.folder().resolve("half.db")), "sqlite");
    }

    private static void complete(DataSource pool, String dialect) throws Exception {
        String resource = "/dev/semel/jdbc/schema/" + dialect + "/V2__semel_counters.sql";
        String script = new String(
                CountsStartUpTest.class.getResourceAsStream(resource).readAllBytes(), StandardCharsets.UTF_8);
        String[] statements = script.replaceAll("(?m)^--.*$", "").split(";", -1);
        for (int made = 1; made < statements.length - 1; made++) {
            String table = "half_count_" + made;
            try (Connection connection = pool.getConnection()) {
                for (int i = 0; i < made; i++) {
                    execute(connection, statements[i].replace("semel_counter", table));
                }
            }
            JdbcCounterStore store = JdbcCounterStore.builder(pool)
                    .table(table)
                    .createSchema(true)
                    .build();
            assertThat(counter(store).addOnce("subject", 3, "key").count()).isEqualTo(3);
            JdbcCounterStore.builder(pool).table(table).build();
        }
    }

    @Test
    @DisplayName("a table in a separate schema is created and found, and records may be beside it")
    void inASchema() throws SQLException {
        DataSource pool = Pools.shared(PostgresServer.shared());
        try (Connection connection = pool.getConnection()) {
            execute(connection, "CREATE SCHEMA IF NOT EXISTS counts");
        }
        JdbcStore.builder(pool).table("counts.semel_record").createSchema(true).build();
        JdbcCounterStore store = JdbcCounterStore.builder(pool)
                .table("counts.semel_counter")
                .createSchema(true)
                .build();
        assertThat(counter(store).add("subject", 3).count()).isEqualTo(3);
    }

    @Test
    @DisplayName("records and counts share a file, and counts are there when it is opened again")
    void file() {
        Path file = Pools.folder().resolve("shared.db");
        try (JdbcStore records = JdbcStore.sqlite(file);
                JdbcCounterStore store = JdbcCounterStore.sqlite(file)) {
            assertThat(records.size(10)).isZero();
            assertThat(counter(store).add("subject", 3).count()).isEqualTo(3);
        }
        try (JdbcCounterStore store = JdbcCounterStore.sqlite(file)) {
            assertThat(counter(store).current("subject").count()).isEqualTo(3);
        }
    }

    @Test
    @DisplayName("a name that is not an identifier is refused")
    void identifier() {
        assertThatThrownBy(() -> JdbcCounterStore.builder(Pools.h2("counts-name"))
                        .table("a;b")
                        .build())
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
