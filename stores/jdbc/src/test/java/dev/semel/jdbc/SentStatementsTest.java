package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.jdbc.dialect.Browsing;
import dev.semel.servers.MariaDbServer;
import dev.semel.servers.MySqlServer;
import dev.semel.servers.PostgresServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("the list of statements has all statements that a store sends")
class SentStatementsTest {
    private final String run = UUID.randomUUID().toString();
    private final Sent sent = new Sent();

    @Test
    void toPostgreSql() throws Exception {
        check("postgresql", Pools.shared(PostgresServer.shared()));
    }

    @Test
    void toMariaDb() throws Exception {
        check("mariadb", Pools.shared(MariaDbServer.shared()));
    }

    @Test
    @Tag("mysql")
    void toMySql() throws Exception {
        check("mysql", Pools.shared(MySqlServer.shared()));
    }

    @Test
    void toSqlite() throws Exception {
        check("sqlite", Pools.sqlite(Pools.folder().resolve("sent.db")));
    }

    @Test
    void toH2() throws Exception {
        check("h2", Pools.h2("sent"));
    }

    private void check(String dialect, DataSource pool) throws SQLException {
        JdbcStore.builder(pool).createSchema(true).build().close();
        try (JdbcStore store = JdbcStore.builder(sent.through(pool)).build()) {
            for (int replays : new int[] {0, 50, 100}) {
                store.dialect().replays().pin(replays);
                use(store, "leased." + replays);
                useTransactions(store, pool, "transactional." + replays);
            }
            store.browse(Browsing.EVERYTHING);
            store.countByState();
            store.purge(10);
        }
        sent.assertListed(dialect);
    }

    private void use(JdbcStore store, String key) {
        Operation<String> operation =
                Semel.on(store).operation("sent." + run, Codec.text()).build();
        operation.once(key, "r", () -> "value");
        operation.once(key, "r", () -> "never");
        assertThatThrownBy(() -> operation.once(key + ".fails", "r", () -> {
                    throw new IOException("on purpose");
                }))
                .isInstanceOf(Exception.class);
    }

    private void useTransactions(JdbcStore store, DataSource pool, String key) throws SQLException {
        Operation<String> operation = Semel.on(store)
                .operation("sent." + run, Codec.text())
                .retention(Duration.ofMinutes(1))
                .build();
        operation.in(store.transactions()).once(key, "r", connection -> "value");
        operation.in(store.transactions()).once(key, "r", connection -> "never");
        try (Connection connection = sent.through(pool).getConnection()) {
            connection.setAutoCommit(false);
            operation.in(store.transaction(connection)).once(key + ".joined", "r", same -> "value");
            connection.commit();
        }
    }
}
