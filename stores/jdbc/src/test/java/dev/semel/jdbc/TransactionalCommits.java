package dev.semel.jdbc;

import dev.semel.jdbc.dialect.Dialect;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.semel.ResultNotKeptException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Work that commits the transaction in which its record is to be. */
abstract class TransactionalCommits extends TransactionalCases {

    private void checkNotRunAgain(TransactionalOperation<String> operation) {
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> operation.once("k", "r", c -> payAnd(c, "k", "second")))
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
    @DisplayName("D7 work that commits is noticed, nothing more is committed, and no second row comes of it")
    void commits() {
        TransactionalOperation<String> operation = refusing();
        assertThatThrownBy(() -> operation.once("k", "r", c -> payAnd(c, "after", payAndCommit(c))))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> operation.once("other", "r", c -> {
                    pay(c, "other");
                    c.commit();
                    return payAnd(c, "after", "first");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has committed");
        assertThat(payments("after")).isZero();
        checkNotRunAgain(operation);
    }

    @Test
    @DisplayName("D7 the same for work that switches to auto-commit")
    void switchesToAutoCommit() {
        TransactionalOperation<String> operation = refusing();
        assertThatThrownBy(() -> operation.once("k", "r", c -> {
                    pay(c, "k");
                    c.setAutoCommit(true);
                    return "first";
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has committed");
        checkNotRunAgain(operation);
    }

    @Test
    @DisplayName("D7 the same for work that commits and begins again")
    void beginsAgain() {
        TransactionalOperation<String> operation = refusing();
        assertThatThrownBy(() -> operation.once("k", "r", c -> {
                    pay(c, "k");
                    c.setAutoCommit(true);
                    c.setAutoCommit(false);
                    return payAnd(c, "after", "first");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(payments("after")).isZero();
        checkNotRunAgain(operation);
    }

    @Test
    @DisplayName("D7 the same for work that runs a statement which commits, where the database has such")
    void runsDdl() {
        TransactionalOperation<String> operation = refusing();
        Throwable thrown = catchThrowable(() -> operation.once("k", "r", c -> {
            pay(c, "k");
            Dialect.execute(c, "CREATE TABLE ddl_" + run + " (x int)");
            return "first";
        }));
        if (thrown == null) {
            assertThat(operation.once("k", "r", c -> payAnd(c, "k", "second"))).isEqualTo("first");
            assertThat(payments("k")).isEqualTo(1);
        } else {
            assertThat(thrown).isInstanceOf(IllegalStateException.class).hasMessageContaining("has committed");
            checkNotRunAgain(operation);
        }
    }

    @Test
    @DisplayName("D7 the same for work that commits and then fails, whose exception is the caller's")
    void commitsAndFails() {
        TransactionalOperation<String> operation = refusing();
        IOException failure = new IOException("declined");
        assertThat(catchThrowable(() -> operation.once("k", "r", c -> {
                    payAndCommit(c);
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
    @DisplayName("D7 the same in a transaction of the caller's")
    void commitsTheCallersTransaction() throws SQLException {
        TransactionalOperation<String> operation = refusing();
        try (Connection connection = begin()) {
            assertThatThrownBy(() -> operation.once(connection, "k", "r", this::payAndCommit))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("has committed");
            connection.rollback();
        }
        checkNotRunAgain(operation);
    }

    @Test
    @DisplayName("D7 the same for work that fails after it has committed a transaction of the caller's")
    void commitsTheCallersTransactionAndFails() throws SQLException {
        TransactionalOperation<String> operation = refusing();
        IOException failure = new IOException("declined");
        try (Connection connection = begin()) {
            assertThat(catchThrowable(() -> operation.once(connection, "k", "r", c -> {
                        payAndCommit(c);
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
        TransactionalOperation<String> operation = refusing();
        try (Connection connection = begin()) {
            pay(connection, "before");
            Savepoint savepoint = connection.setSavepoint();
            assertThatThrownBy(() -> operation.once(connection, "k", "r", c -> {
                        pay(c, "k");
                        throw new IOException("declined");
                    }))
                    .isInstanceOf(IOException.class);
            connection.rollback(savepoint);
            assertThat(operation.once(connection, "k", "r", c -> payAnd(c, "k", "second")))
                    .isEqualTo("second");
            connection.commit();
        }
        assertThat(payments("before")).isEqualTo(1);
        assertThat(payments("k")).isEqualTo(1);
    }
}
