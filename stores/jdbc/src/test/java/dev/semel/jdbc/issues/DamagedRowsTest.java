package dev.semel.jdbc.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.Pools;
import dev.semel.jdbc.Rows;
import dev.semel.servers.MariaDbServer;
import dev.semel.servers.MySqlServer;
import dev.semel.servers.PostgresServer;
import dev.semel.store.BrowsableStore.Query;
import dev.semel.store.RecordId;
import dev.semel.store.StoredRecord;
import dev.semel.store.UnreadableRecordException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

@DisplayName("A29 a damaged row was replayed, run again, or failed calls for other rows")
class DamagedRowsTest {
    private final String operation = "damaged." + UUID.randomUUID().toString().substring(0, 8);

    /** A damage to the row of a completed record. */
    private interface Damage {
        void strike(Connection connection, RecordId id, RecordId other) throws SQLException;
    }

    private record Case(String name, Damage damage) {}

    private static Case column(String name, String column, Object value) {
        return new Case(name, (connection, id, other) -> Rows.write(connection, id, column, value));
    }

    private static List<Case> cases() {
        return List.of(
                column("completed that says failed", "state", 4),
                column("completed that says released", "state", 2),
                column("completed that says in progress", "state", 1),
                column("in no state", "state", 0),
                column("in a state of the future", "state", 7),
                column("of another media type", "media_type", "text/html"),
                column("of no media type", "media_type", null),
                column("without its result", "result", null),
                column("with an empty result", "result", new byte[0]),
                column("without its checksum, which all others have", "checksum", null),
                column("with an epoch that can't be", "epoch", 0),
                new Case(
                        "with a bit of its checksum flipped",
                        (connection, id, other) ->
                                Rows.change(connection, id, "checksum", old -> ((Number) old).intValue() ^ (1 << 31))),
                new Case("with all of another record's result", (connection, id, other) -> {
                    for (String column : List.of("state", "media_type", "result", "checksum")) {
                        Rows.write(connection, id, column, Rows.read(connection, other, column));
                    }
                }));
    }

    private Stream<DynamicTest> on(DataSource pool) {
        JdbcStore store = JdbcStore.builder(pool).createSchema(true).build();
        return cases().stream()
                .map(each ->
                        dynamicTest("A29 a row " + each.name() + " is unreadable", () -> check(pool, store, each)));
    }

    private void check(DataSource pool, JdbcStore store, Case each) throws SQLException {
        Operation<String> leased =
                Semel.on(store).operation(operation, Codec.text()).build();
        Operation<String> transactional = leased;
        String key = each.name();
        RecordId id = new RecordId(operation, "", key);
        leased.once("other", "r", () -> "receipt");
        leased.once(key, "r", () -> "receipt");
        try (Connection connection = pool.getConnection()) {
            Rows.write(connection, id, "lease_end", 1L);
            each.damage().strike(connection, id, new RecordId(operation, "", "other"));
        }
        assertUnreadable(id, () -> store.find(id));
        for (int i = 0; i < 3; i++) {
            assertUnreadable(id, () -> leased.once(key, "r", () -> "never"));
            assertUnreadable(id, () -> transactional.in(store.transactions()).once(key, "r", same -> "never"));
        }
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            assertUnreadable(
                    id, () -> transactional.in(store.transaction(connection)).once(key, "r", same -> "never"));
            assertThat(transactional.in(store.transaction(connection)).once("other", "r", same -> "never"))
                    .isEqualTo("receipt");
            connection.rollback();
            connection.setAutoCommit(true);
        }
        assertThat(store.browse(Query.first(100).withOperation(operation)))
                .extracting(StoredRecord::id)
                .extracting(RecordId::key)
                .contains("other")
                .doesNotContain(key);
        assertThat(store.countByState()).isNotEmpty();
    }

    private static void assertUnreadable(RecordId id, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining(id.toString())
                .hasMessageContaining("delete the record")
                .hasMessageNotContaining("receipt");
    }

    @TestFactory
    @DisplayName("on SQLite")
    Stream<DynamicTest> sqlite() {
        return on(Pools.sqlite(Pools.folder().resolve(operation + ".db")));
    }

    @TestFactory
    @DisplayName("on H2")
    Stream<DynamicTest> h2() {
        return on(Pools.h2(operation));
    }

    @TestFactory
    @DisplayName("on PostgreSQL")
    Stream<DynamicTest> postgreSql() {
        return on(Pools.shared(PostgresServer.shared()));
    }

    @TestFactory
    @DisplayName("on MariaDB")
    Stream<DynamicTest> mariaDb() {
        return on(Pools.shared(MariaDbServer.shared()));
    }

    @TestFactory
    @Tag("mysql")
    @DisplayName("on MySQL")
    Stream<DynamicTest> mySql() {
        return on(Pools.shared(MySqlServer.shared()));
    }
}
