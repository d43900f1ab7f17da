package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.semel.Operation;
import dev.semel.ResultNotKeptException;
import dev.semel.jdbc.dialect.Dialect;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Work that commits the transaction that should contain its record. */
abstract class TransactionalCommits extends TransactionalCases {

    private void checkNotRunAgain(Operation<String> operation) {
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> operation
                            .in(store.transactions())
                            .once("k", "r", tx -> payAnd(tx.connection(), "k", "second")))
                    .isInstanceOf(ResultNotKeptException.class);
        }
        assertThat(payments("k")).isEqualTo(1);
    }

    private String payAndCommit(Connection connection) throws SQLException {
        pay(connection, "k");
        connection.commit();
        return "first";
    }

    @Test
    @DisplayName("D7 work that commits is detected, nothing more is committed, and there is no second row")
    void commits() {
        Operation<String> operation = refusing();
        assertThatThrownBy(() -> operation
                        .in(store.transactions())
                        .once("k", "r", tx -> payAnd(tx.connection(), "after", payAndCommit(tx.connection()))))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> operation.in(store.transactions()).once("other", "r", tx -> {
                    pay(tx.connection(), "other");
                    tx.connection().commit();
                    return payAnd(tx.connection(), "after", "first");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has committed");
        assertThat(payments("after")).isZero();
        checkNotRunAgain(operation);
    }

    @Test
    @DisplayName("D7 the same for work that switches to auto-commit")
    void switchesToAutoCommit() {
        Operation<String> operation = refusing();
        assertThatThrownBy(() -> operation.in(store.transactions()).once("k", "r", tx -> {
                    pay(tx.connection(), "k");
                    tx.connection().setAutoCommit(true);
                    return "first";
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has committed");
        checkNotRunAgain(operation);
    }

    @Test
    @DisplayName("D7 the same for work that commits and begins again")
    void beginsAgain() {
        Operation<String> operation = refusing();
        assertThatThrownBy(() -> operation.in(store.transactions()).once("k", "r", tx -> {
                    pay(tx.connection(), "k");
                    tx.connection().setAutoCommit(true);
                    tx.connection().setAutoCommit(false);
                    return payAnd(tx.connection(), "after", "first");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(payments("after")).isZero();
        checkNotRunAgain(operation);
    }

    @Test
    @DisplayName("D7 the same for work that runs a statement that commits, if the database has such statements")
    void runsDdl() {
        Operation<String> operation = refusing();
        Throwable thrown =
                catchThrowable(() -> operation.in(store.transactions()).once("k", "r", tx -> {
                    pay(tx.connection(), "k");
                    Dialect.execute(tx.connection(), "CREATE TABLE ddl_" + run + " (x int)");
                    return "first";
                }));
        if (thrown == null) {
            assertThat(operation.in(store.transactions()).once("k", "r", tx -> payAnd(tx.connection(), "k", "second")))
                    .isEqualTo("first");
            assertThat(payments("k")).isEqualTo(1);
        } else {
            assertThat(thrown).isInstanceOf(IllegalStateException.class).hasMessageContaining("has committed");
            checkNotRunAgain(operation);
        }
    }

    @Test
    @DisplayName("D7 the same for work that commits and then fails, whose exception the caller gets")
    void commitsAndFails() {
        Operation<String> operation = refusing();
        IOException failure = new IOException("declined");
        assertThat(catchThrowable(() -> operation.in(store.transactions()).once("k", "r", tx -> {
                    payAndCommit(tx.connection());
                    throw failure;
                })))
                .isSameAs(failure)
                .satisfies(thrown -> assertThat(thrown.getSuppressed())
                        .singleElement()
                        .asString()
                        .contains("has committed"));
        checkNotRunAgain(operation);
    }

    @Test
    @DisplayName("D7 the same in the caller's transaction")
    void commitsTheCallersTransaction() throws SQLException {
        Operation<String> operation = refusing();
        try (Connection connection = begin()) {
            assertThatThrownBy(() -> operation
                            .in(store.transaction(connection))
                            .once("k", "r", tx -> payAndCommit(tx.connection())))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("has committed");
            connection.rollback();
        }
        checkNotRunAgain(operation);
    }

    @Test
    @DisplayName("D7 the same for work that fails after it has committed the caller's transaction")
    void commitsTheCallersTransactionAndFails() throws SQLException {
        Operation<String> operation = refusing();
        IOException failure = new IOException("declined");
        try (Connection connection = begin()) {
            assertThat(catchThrowable(() -> operation
                            .in(store.transaction(connection))
                            .once("k", "r", tx -> {
                                payAndCommit(tx.connection());
                                throw failure;
                            })))
                    .isSameAs(failure);
            connection.rollback();
        }
        checkNotRunAgain(operation);
    }

    @Test
    @DisplayName("D3 after a failure the caller may roll back to a savepoint and call again")
    void savepointOfTheCaller() throws SQLException {
        Operation<String> operation = refusing();
        try (Connection connection = begin()) {
            pay(connection, "before");
            Savepoint savepoint = connection.setSavepoint();
            assertThatThrownBy(() -> operation.in(store.transaction(connection)).once("k", "r", tx -> {
                        pay(tx.connection(), "k");
                        throw new IOException("declined");
                    }))
                    .isInstanceOf(IOException.class);
            connection.rollback(savepoint);
            assertThat(operation
                            .in(store.transaction(connection))
                            .once("k", "r", tx -> payAnd(tx.connection(), "k", "second")))
                    .isEqualTo("second");
            connection.commit();
        }
        assertThat(payments("before")).isEqualTo(1);
        assertThat(payments("k")).isEqualTo(1);
    }
}
