package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.jdbc.database.Dialects;
import dev.semel.jdbc.dialect.Dialect;
import dev.semel.servers.JdbcServer;
import dev.semel.servers.MariaDbServer;
import dev.semel.servers.PostgresServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("F6 when a store is opened")
class StartUpTest {
    private static List<JdbcServer> servers() {
        return List.of(PostgresServer.shared(), MariaDbServer.shared());
    }

    @Test
    @DisplayName("a missing table is reported in one sentence that names the script to run")
    void missingTable() {
        for (JdbcServer server : servers()) {
            assertThatThrownBy(() -> JdbcStore.builder(Pools.shared(server))
                            .table("not_there")
                            .build())
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("not_there")
                    .hasMessageContaining("V1__semel.sql");
        }
        assertThatThrownBy(() -> JdbcStore.on(Pools.h2("empty"))).hasMessageContaining("schema/h2/V1__semel.sql");
        assertThatThrownBy(() -> JdbcStore.on(Pools.sqlite(Pools.folder().resolve("empty.db"))))
                .hasMessageContaining("schema/sqlite/V1__semel.sql");
    }

    @Test
    @DisplayName("another version of the schema is reported in one sentence")
    void wrongVersion() throws SQLException {
        HikariDataSource pool = Pools.h2("version");
        JdbcStore.builder(pool).createSchema(true).build();
        try (Connection connection = pool.getConnection()) {
            Dialect.execute(connection, "UPDATE semel_record_schema SET version = 7");
        }
        assertThatThrownBy(() -> JdbcStore.on(pool))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("schema version 7");
    }

    @Test
    @DisplayName("a half-created schema is completed, whatever its progress")
    void halfMade() throws Exception {
        for (JdbcServer server : servers()) {
            complete(Pools.shared(server), server instanceof PostgresServer ? "postgresql" : "mariadb");
        }
        complete(Pools.h2("half"), "h2");
        complete(Pools.sqlite(Pools.folder().resolve("half.db")), "sqlite");
    }

    private static void complete(DataSource pool, String dialect) throws Exception {
        String resource = "/dev/semel/jdbc/schema/" + dialect + "/V1__semel.sql";
        String script =
                new String(StartUpTest.class.getResourceAsStream(resource).readAllBytes(), StandardCharsets.UTF_8);
        String[] statements = script.replaceAll("(?m)^--.*$", "").split(";", -1);
        for (int made = 1; made < statements.length - 1; made++) {
            String table = "half_" + made;
            try (Connection connection = pool.getConnection()) {
                for (int i = 0; i < made; i++) {
                    Dialect.execute(connection, statements[i].replace("semel_record", table));
                }
            }
            JdbcStore store =
                    JdbcStore.builder(pool).table(table).createSchema(true).build();
            assertThat(Semel.on(store).operation("half", Codec.text()).build().once("k", "r", () -> "receipt"))
                    .isEqualTo("receipt");
            JdbcStore.builder(pool).table(table).build();
        }
    }

    @Test
    @DisplayName(
            "A29 a table without checksums is reported in one sentence, and the documented upgrade adds the column")
    void withoutChecksums() throws Exception {
        for (JdbcServer server : servers()) {
            addChecksums(Pools.shared(server));
        }
        addChecksums(Pools.h2("unchecked"));
        addChecksums(Pools.sqlite(Pools.folder().resolve("unchecked.db")));
    }

    private static void addChecksums(DataSource pool) throws Exception {
        String page = Files.readString(Path.of("../../docs/stores/sql.md"));
        assertThat(page).contains("`ALTER TABLE semel_record ADD COLUMN checksum integer`");
        JdbcStore.Builder builder = JdbcStore.builder(pool).table("unchecked");
        builder.createSchema(true).build();
        try (Connection connection = pool.getConnection()) {
            Dialect.execute(connection, "ALTER TABLE unchecked DROP COLUMN checksum");
        }
        for (boolean create : new boolean[] {false, true}) {
            assertThatThrownBy(() -> builder.createSchema(create).build())
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("unchecked")
                    .hasMessageContaining("lacks a column");
        }
        try (Connection connection = pool.getConnection()) {
            Dialect.execute(connection, "ALTER TABLE unchecked ADD COLUMN checksum integer");
        }
        Operation<String> operation =
                Semel.on(builder.build()).operation("unchecked", Codec.text()).build();
        for (String answer : List.of("receipt", "never")) {
            assertThat(operation.once("k", "r", () -> answer)).isEqualTo("receipt");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "PostgreSQL, 12.22 (Debian 12.22-1), PostgreSQL 13",
        "MySQL, 5.7.44, MySQL 8.0.19",
        "MySQL, 8.0.18, MySQL 8.0.19",
        "MySQL, 8.0.11-TiDB-v7.5.1, MySQL 8.0.19",
        "MariaDB, 10.5.23-MariaDB-log, MariaDB 10.6",
        "MySQL, 5.5.5-10.5.23-MariaDB, MariaDB 10.6",
        "SQLite, 3.41.2, SQLite 3.42",
        "H2, 2.1.214 (2022-06-13), H2 2.2"
    })
    @DisplayName("a database that is too old is reported in one sentence")
    void tooOld(String product, String version, String needed) {
        assertThatThrownBy(() -> Dialects.of(product, version, "semel_record"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(version)
                .hasMessageContaining("need " + needed + " or newer: update the database");
    }

    @ParameterizedTest
    @CsvSource({
        "PostgreSQL, 13.0, postgresql",
        "PostgreSQL, 18beta1, postgresql",
        "MySQL, 8.0.19, mysql",
        "MySQL, 8.4.0-commercial, mysql",
        "MySQL, 9.1.0, mysql",
        "MariaDB, 10.6.0-MariaDB, mariadb",
        "MySQL, 5.5.5-10.11.6-MariaDB-0+deb12u1, mariadb",
        "MariaDB, 11.8.2-MariaDB-ubu2404, mariadb",
        "SQLite, 3.42.0, sqlite",
        "H2, 2.2.220 (2023-07-04), h2"
    })
    @DisplayName("a database that is new enough is recognised")
    void newEnough(String product, String version, String dialect) {
        assertThat(Dialects.of(product, version, "semel_record").name()).isEqualTo(dialect);
    }

    @Test
    @DisplayName("an unknown database is reported in one sentence")
    void unknown() {
        assertThatThrownBy(() -> Dialects.of("Oracle", "23", "semel_record"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("Semel supports PostgreSQL, MySQL, MariaDB, SQLite and H2");
    }

    @Test
    @DisplayName("a warning names connections to SQLite that do not sync every commit, or block readers")
    void sqliteSettings() {
        assertThat(warnings("journal_mode=WAL&synchronous=FULL")).isEmpty();
        assertThat(warnings("journal_mode=WAL&synchronous=EXTRA")).isEmpty();
        assertThat(warnings("journal_mode=WAL&synchronous=NORMAL"))
                .singleElement()
                .asString()
                .contains("do not use synchronous=FULL: a power cut may lose");
        assertThat(warnings("journal_mode=DELETE&synchronous=FULL"))
                .singleElement()
                .asString()
                .contains("do not use journal_mode=WAL: readers");
        assertThat(warnings("journal_mode=DELETE&synchronous=OFF"))
                .singleElement()
                .asString()
                .contains("do not use journal_mode=WAL and synchronous=FULL: a power cut");
        assertThat(warningsWhile(
                        () -> JdbcStore.sqlite(Pools.folder().resolve("own.db")).close()))
                .isEmpty();
    }

    @Test
    @DisplayName("a server that acknowledges or shows commits before they are on disk is logged")
    void innoDbSettings() {
        assertThat(loggedFor(MariaDbServer.shared()))
                .singleElement()
                .asString()
                .contains("INFO", "no binary log", "sync_binlog=1 prevents that");
        try (MariaDbServer server = MariaDbServer.start("--log-bin=binlog", "--sync-binlog=1", "--server-id=1")) {
            assertThat(loggedFor(server)).isEmpty();
        }
        // 3 syncs at every commit as well, and the other value is the highest one.
        try (MariaDbServer server = MariaDbServer.start(
                "--innodb-flush-log-at-trx-commit=3",
                "--log-bin=binlog",
                "--sync-binlog=4294967295",
                "--server-id=1")) {
            assertThat(loggedFor(server))
                    .singleElement()
                    .asString()
                    .contains("INFO", "does not sync it at every commit");
        }
        try (MariaDbServer server = MariaDbServer.start("--innodb-flush-log-at-trx-commit=2")) {
            assertThat(loggedFor(server))
                    .singleElement()
                    .asString()
                    .contains("WARNING", "innodb_flush_log_at_trx_commit=2", "set it to 1");
        }
    }

    @Test
    @DisplayName("settings of PostgreSQL that may lose acknowledged results are logged")
    void postgreSqlSettings() {
        assertThat(loggedFor(PostgresServer.shared())).isEmpty();
        try (PostgresServer server =
                PostgresServer.start("-c", "fsync=off", "-c", "full_page_writes=off", "-c", "synchronous_commit=off")) {
            assertThat(loggedFor(server))
                    .hasSize(3)
                    .allMatch(logged -> logged.startsWith("WARNING") && logged.contains("acknowledged"))
                    .anyMatch(logged -> logged.contains("synchronous_commit=off"))
                    .anyMatch(logged -> logged.contains("fsync=off"))
                    .anyMatch(logged -> logged.contains("full_page_writes=off"));
        }
        try (PostgresServer server =
                PostgresServer.start("-c", "synchronous_commit=local", "-c", "synchronous_standby_names=none_such")) {
            assertThat(loggedFor(server)).singleElement().asString().contains("INFO", "failover");
        }
    }

    private static List<String> loggedFor(JdbcServer server) {
        return toldWhile(Level.INFO, () -> {
            try (HikariDataSource pool = Pools.of(server, config -> {})) {
                JdbcStore.builder(pool).createSchema(true).reserve(0).build();
            }
        });
    }

    @Test
    @DisplayName("F9 the reserved connections are logged once, with a warning if none can be reserved")
    void reserve() {
        assertThat(loggedForPool(10))
                .singleElement()
                .asString()
                .startsWith("INFO")
                .contains("up to 2 connections of the pool of jdbc:postgresql:");
        assertThat(loggedForPool(2))
                .hasSize(2)
                .allSatisfy(message -> assertThat(message)
                        .startsWith("WARNING")
                        .contains("has only 2 connections", "3 connections or more"));
    }

    private static List<String> loggedForPool(int size) {
        return toldWhile(Level.INFO, () -> {
            try (HikariDataSource pool = Pools.of(PostgresServer.shared(), config -> config.setMaximumPoolSize(size))) {
                JdbcStore first = JdbcStore.builder(pool).createSchema(true).build();
                JdbcStore.on(pool).close();
                first.close();
            }
        });
    }

    private static List<String> warnings(String settings) {
        return warningsWhile(() -> {
            try (HikariDataSource pool =
                    Pools.of("jdbc:sqlite:" + Pools.folder().resolve("warn.db") + "?" + settings, config -> {})) {
                JdbcStore.builder(pool).createSchema(true).build();
            }
        });
    }

    private static List<String> warningsWhile(Runnable action) {
        return toldWhile(Level.WARNING, action);
    }

    private static List<String> toldWhile(Level least, Runnable action) {
        List<String> messages = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                if (record.getLevel().intValue() >= least.intValue()) {
                    messages.add(record.getLevel() + " " + record.getMessage());
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("dev.semel.jdbc");
        logger.addHandler(handler);
        try {
            action.run();
        } finally {
            logger.removeHandler(handler);
        }
        return messages;
    }
}
