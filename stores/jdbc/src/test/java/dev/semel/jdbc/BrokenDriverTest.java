package dev.semel.jdbc;

import static dev.semel.policy.Policies.runUnprotected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.semel.BoundOperation;
import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.StoreException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("a driver whose methods fail in unexpected ways")
class BrokenDriverTest {
    private final Map<String, Throwable> failing = new HashMap<>();
    private final AtomicInteger lent = new AtomicInteger();
    private Connection connection;
    private String address;
    private JdbcStore store;
    private Operation<String> plain;
    private Operation<String> operation;

    @BeforeEach
    void open() throws SQLException {
        address = "jdbc:h2:mem:" + UUID.randomUUID();
        connection = DriverManager.getConnection(address);
        store = JdbcStore.builder(Sources.of(this::lend)).createSchema(true).build();
        plain = Semel.on(store)
                .operation("broken", Codec.text())
                .withoutKey(runUnprotected())
                .build();
        operation = plain;
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private Connection lend() {
        lent.incrementAndGet();
        return Sources.around(connection, (method, original) -> {
            if (method.equals("close")) {
                return lent.decrementAndGet();
            }
            Throwable failure = failing.get(method);
            if (failure != null) {
                throw failure;
            }
            return original.run();
        });
    }

    private Throwable fails(String key, Exception failure) {
        return catchThrowable(() -> operation.in(store.transactions()).once(key, "r", same -> {
            throw failure;
        }));
    }

    @Test
    @DisplayName("A10 a rollback that fails unchecked is attached to the exception of the work")
    void uncheckedRollback() {
        IllegalStateException unchecked = new IllegalStateException("the driver is lost");
        failing.put("rollback", unchecked);
        IOException declined = new IOException("declined");
        assertThat(fails("k", declined)).isSameAs(declined).hasSuppressedException(unchecked);
        assertThat(lent).hasValue(0);
    }

    @Test
    @DisplayName("A10 a rollback that throws the exception of the work itself does not change it")
    void sameException() {
        SQLException lost = new SQLException("the connection is lost");
        failing.put("rollback", lost);
        failing.put("abort", lost);
        assertThat(fails("k", lost)).isSameAs(lost);
        assertThat(lent).hasValue(0);
    }

    @Test
    @DisplayName(
            "after an Error in the rollback and another while aborting, the connection is returned and the work's exception is kept")
    void errors() {
        LinkageError error = new LinkageError("a class is missing");
        failing.put("rollback", error);
        failing.put("abort", new AbstractMethodError("abort"));
        IOException declined = new IOException("declined");
        assertThat(fails("k", declined)).isSameAs(error).hasSuppressedException(declined);
        assertThat(lent).hasValue(0);
    }

    @Test
    @DisplayName("a commit that fails unchecked after a call without a key returns its connection")
    void uncheckedCommit() {
        IllegalStateException unchecked = new IllegalStateException("the driver is lost");
        failing.put("commit", unchecked);
        assertThat(catchThrowable(() -> operation.in(store.transactions()).once(null, "r", same -> "value")))
                .isSameAs(unchecked);
        assertThat(lent).hasValue(0);
    }

    static List<Throwable> unchecked() {
        return List.of(new LinkageError("a class is missing"), new IllegalStateException("the driver is lost"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("unchecked")
    @DisplayName("a settlement that fails unchecked commits neither record nor rows")
    void uncheckedSettlement(Throwable unchecked) throws SQLException {
        execute("CREATE TABLE placed (id INT)");
        Throwable thrown =
                catchThrowable(() -> operation.in(store.transactions()).once("k", "r", same -> {
                    execute("INSERT INTO placed VALUES (1)");
                    failing.put("prepareStatement", unchecked);
                    return "lost";
                }));
        failing.clear();
        assertThat(thrown).isNotNull();
        assertThat(lent).hasValue(0);
        assertThat(placed()).isZero();
        assertThat(operation.in(store.transactions()).once("k", "r", same -> {
                    execute("INSERT INTO placed VALUES (1)");
                    return "placed";
                }))
                .isEqualTo("placed");
        assertThat(placed()).isOne();
    }

    @Test
    @DisplayName("a joined transaction is rolled back after a failed claim, and not after an answer")
    void joined() throws SQLException {
        connection.setAutoCommit(false);
        Joined joined = new Joined();
        BoundOperation<String, SqlContext> bound = plain.in(store.transactions(() -> joined));
        failing.put("prepareStatement", new SQLException("the connection is lost"));
        assertThat(catchThrowable(() -> bound.once("k", "r", same -> "never"))).isInstanceOf(StoreException.class);
        assertThat(joined.ends).containsExactly("rolled back");

        failing.clear();
        bound.once("k", "r", same -> "value");
        assertThat(bound.once("k", "r", same -> "never")).isEqualTo("value");
        assertThat(joined.ends).containsExactly("rolled back", "committed", "committed");
        connection.setAutoCommit(true);
    }

    /** A transaction that began before the call and outlives it. */
    private final class Joined implements SqlTransaction {
        private final List<String> ends = new ArrayList<>();

        @Override
        public Connection begin() {
            return lend();
        }

        @Override
        public boolean isNew() {
            return false;
        }

        @Override
        public boolean commitsAfter(Throwable thrown) {
            return false;
        }

        @Override
        public void commit() {
            ends.add("committed");
        }

        @Override
        public void rollBack(@Nullable Throwable why) {
            ends.add("rolled back");
        }
    }

    @Test
    @DisplayName("the near cache has no result of a transaction that was rolled back")
    void uncommittedReplay() throws SQLException {
        try (Connection other = DriverManager.getConnection(address);
                Semel semel = Semel.builder(store).nearCache(10).build()) {
            Operation<String> cached =
                    semel.operation("broken.cached", Codec.text()).build();
            other.setAutoCommit(false);
            BoundOperation<String, SqlContext> bound = cached.in(store.transaction(other));
            bound.once("k", "r", same -> "undone");
            assertThat(bound.once("k", "r", same -> "never")).isEqualTo("undone");
            other.rollback();
            assertThat(cached.once("k", "r", () -> "run")).isEqualTo("run");
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private long placed() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet counted = statement.executeQuery("SELECT COUNT(*) FROM placed")) {
            counted.next();
            return counted.getLong(1);
        }
    }
}
