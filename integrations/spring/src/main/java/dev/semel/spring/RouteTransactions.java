package dev.semel.spring;

import dev.semel.Context;
import dev.semel.Fingerprint;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.http.Answer;
import dev.semel.http.Runner;
import dev.semel.jdbc.JdbcStore;
import dev.semel.store.StoreException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.interceptor.DefaultTransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttribute;

/**
 * Runs the requests of an HTTP route each in a transaction of its own: the rows that its controller and their services write through the same
 * transaction manager commit together with the stored answer, before the answer is sent. An exception, and an answer that is not stored (5xx and the
 * like), rolls back. Safe for use by many threads.
 *
 * <pre>{@code
 * Route.builder("/payments", "payments.create").runningIn(RouteTransactions.on(store, transactionManager))
 * }</pre>
 *
 * <p>The request is handled on the thread that holds the transaction. A handler that has not answered when it returns (asynchronous requests,
 * WebFlux) is refused with an exception: its work would not be part of the transaction.
 *
 * <p>If something in the request has marked the transaction as rollback-only, an answer of 400 and above is sent and not stored, and one below is
 * not sent: it would tell of a success that was rolled back.
 */
public final class RouteTransactions implements Runner {
    private final SpringTransactions transactions;
    private final TransactionAttribute attribute;

    private RouteTransactions(SpringTransactions transactions) {
        this.transactions = transactions;
        // An answer that went out before some outer transaction was committed would be a promise.
        this.attribute = new DefaultTransactionAttribute(TransactionDefinition.PROPAGATION_REQUIRES_NEW) {
            private static final long serialVersionUID = 1;

            @Override
            public boolean rollbackOn(Throwable thrown) {
                return true;
            }
        };
    }

    /**
     * Transactions of a manager.
     *
     * @param store which keeps the records of the routes
     * @param manager for JDBC or JPA, on the pool of the store
     * @throws IllegalArgumentException if it is not that pool
     */
    public static RouteTransactions on(JdbcStore store, PlatformTransactionManager manager) {
        SpringTransactions transactions = SpringTransactions.of(store, manager);
        if (transactions == null) {
            throw new IllegalArgumentException(
                    "the transaction manager is not on the pool of the store, so that rows and records can't commit together;"
                            + " give JdbcStore the DataSource bean that the transaction manager has");
        }
        return new RouteTransactions(transactions);
    }

    /** The answer of a request that has asked to be rolled back. */
    private static final class RolledBack extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final transient Answer answer;

        RolledBack(Answer answer) {
            super(null, null, false, false);
            this.answer = answer;
        }
    }

    @Override
    public CompletionStage<Outcome<Answer>> attempt(
            Operation<Answer> operation,
            String key,
            Fingerprint request,
            Function<Context, CompletionStage<Answer>> work) {
        try {
            return CompletableFuture.completedFuture(transactions.attempt(
                    operation,
                    attribute,
                    new SpringTransactions.Call<>(
                            key,
                            request,
                            (attempt, status) -> answer(
                                    CurrentAttempt.during(attempt, () -> work.apply(attempt)), operation, status))));
        } catch (RolledBack e) {
            return CompletableFuture.completedFuture(new Outcome.Unprotected<>(e.answer));
        } catch (TransactionException e) {
            return CompletableFuture.failedFuture(
                    e instanceof UnexpectedRollbackException
                            ? e
                            : new StoreException(
                                    "the transaction of " + operation.settings().name()
                                            + " could not be ended; if it was committed its answer is replayed: send the request again",
                                    e));
        } catch (Exception e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static Answer answer(CompletionStage<Answer> stage, Operation<Answer> operation, TransactionStatus status)
            throws Exception {
        Answer answer = now(stage.toCompletableFuture(), operation);
        if (status.isRollbackOnly() && answer.status() >= 400) {
            throw new RolledBack(answer);
        }
        return answer;
    }

    private static Answer now(CompletableFuture<Answer> future, Operation<Answer> operation) throws Exception {
        if (!future.isDone()) {
            throw new IllegalStateException(
                    "a request of " + operation.settings().name()
                            + " is answered asynchronously, and its route runs in transactions, which are bound to their thread; answer it on the"
                            + " thread that handles it, or let the route run under a lease");
        }
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw unwrapped(e);
        }
    }

    private static Exception unwrapped(ExecutionException thrown) {
        Throwable cause = thrown.getCause();
        if (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof Exception known ? known : thrown;
    }
}
