package dev.semel.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.StoreException;
import dev.semel.servers.PostgresServer;
import dev.semel.spring.SqlContext.Database;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

@DisplayName("an idempotent method in a transaction on PostgreSQL")
class PostgreSqlTransactionTest extends TransactionContract {
    @Override
    Database database() {
        return Database.of(PostgresServer.shared());
    }

    @Test
    @DisplayName("D6 no caller gets a failure that is not stored because another call has run")
    void overtakenFailure() {
        String key = run + "k";
        assertThatThrownBy(() -> orders.declined(key, () -> {
                    TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                        @Override
                        public void afterCompletion(int status) {
                            CompletableFuture.supplyAsync(
                                            () -> unchecked(() -> orders.declined(key, TransactionCases::nothing)))
                                    .join();
                        }
                    });
                    throw new IOException("declined");
                }))
                .isInstanceOf(StoreException.class)
                .hasCauseInstanceOf(IOException.class);
        assertThat(placed(key)).isEqualTo(1);
    }

    @Test
    @DisplayName("a failure whose message cannot be read leaves no open transaction, with a key or without")
    void unreadableFailure() {
        Unreadable unreadable = new Unreadable();
        Orders.Step step = () -> {
            throw unreadable;
        };
        assertThatThrownBy(() -> orders.declinedWithoutKey(null, "keyless", step))
                .isSameAs(unreadable);
        assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
        assertThatThrownBy(() -> orders.declined(run + "unreadable", step))
                .isInstanceOf(StackOverflowError.class)
                .satisfies(thrown ->
                        assertThat(thrown.getSuppressed()[0] == unreadable).isTrue());
        assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
    }

    /** Whose message takes more room than there is. */
    private static final class Unreadable extends IOException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new StackOverflowError();
        }
    }

    @ParameterizedTest(
            name = "A10 a call with the key [{0}] that runs unprotected gets the very exception of its method")
    @NullAndEmptySource
    @DisplayName("A10 without a key leaves no record that could miss a failure")
    void failureWithoutKey(String key) {
        IOException declined = new IOException("declined");
        assertThatThrownBy(() -> orders.declinedWithoutKey(key, "keyless", () -> {
                    throw declined;
                }))
                .isSameAs(declined);
        assertThat(placed("keyless")).isZero();
    }

    @Test
    @DisplayName("a call without a key commits after an exception for which the transaction's rules ask that")
    void commitsAfterFailureWithoutKey() {
        IllegalArgumentException declined = new IllegalArgumentException("declined");
        assertThatThrownBy(() -> orders.declinedWithoutKey(null, "kept without a key", () -> {
                    throw declined;
                }))
                .isSameAs(declined);
        assertThat(placed("kept without a key")).isOne();
    }
}
