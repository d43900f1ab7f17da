package dev.semel.jdbc;

import static dev.semel.Policies.runUnprotected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.semel.Codec;
import dev.semel.Semel;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a driver whose methods fail in ways that nobody expects")
class BrokenDriverTest {
    private final Map<String, Throwable> failing = new HashMap<>();
    private final AtomicInteger lent = new AtomicInteger();
    private Connection connection;
    private TransactionalOperation<String> operation;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:h2:mem:" + UUID.randomUUID());
        JdbcStore store =
                JdbcStore.builder(Sources.of(this::lend)).createSchema(true).build();
        operation = store.transactional(Semel.on(store)
                .operation("broken", Codec.text())
                .withoutKey(runUnprotected())
                .build());
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
        return catchThrowable(() -> operation.once(key, "r", same -> {
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
    @DisplayName("A10 a rollback that fails by the very exception of the work changes nothing about it")
    void sameException() {
        SQLException lost = new SQLException("the connection is lost");
        failing.put("rollback", lost);
        failing.put("abort", lost);
        assertThat(fails("k", lost)).isSameAs(lost);
        assertThat(lent).hasValue(0);
    }

    @Test
    @DisplayName(
            "an Error in the rollback and one in giving the connection up: it goes back, and the exception of the work is there")
    void errors() {
        LinkageError error = new LinkageError("a class is missing");
        failing.put("rollback", error);
        failing.put("abort", new AbstractMethodError("abort"));
        IOException declined = new IOException("declined");
        assertThat(fails("k", declined)).isSameAs(error).hasSuppressedException(declined);
        assertThat(lent).hasValue(0);
    }

    @Test
    @DisplayName("a commit that fails unchecked after a call without a key gives its connection back")
    void uncheckedCommit() {
        IllegalStateException unchecked = new IllegalStateException("the driver is lost");
        failing.put("commit", unchecked);
        assertThat(catchThrowable(() -> operation.once(null, "r", same -> "value")))
                .isSameAs(unchecked);
        assertThat(lent).hasValue(0);
    }
}
