package dev.semel.spring;

import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.SqlContext;
import dev.semel.session.Session;
import dev.semel.session.Sessions;
import dev.semel.session.Terms;
import dev.semel.spring.transaction.SpringTransactions;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.interceptor.DefaultTransactionAttribute;

/**
 * Runs each request of an HTTP route in a new transaction: the rows that its controller and services write through the same transaction manager
 * commit together with the stored answer, before the answer is sent. An exception, and an answer that is not stored (5xx and the like), rolls back. Safe
 * for use by multiple threads.
 *
 * <pre>{@code
 * Route.builder("/payments", "payments.create").runningIn(RouteTransactions.on(store, transactionManager))
 * }</pre>
 *
 * <p>The request is handled on the thread that holds the transaction. A handler that has not answered when it returns (asynchronous requests,
 * WebFlux) is refused with an exception: its work would not be part of the transaction.
 *
 * <p>If the request has marked the transaction as rollback-only, an answer of 400 and above is sent and not stored, and one below is not sent: it would
 * report a success that was rolled back.
 */
public final class RouteTransactions implements Sessions<SqlContext> {
    private final Sessions<SqlContext> sessions;

    private RouteTransactions(SpringTransactions transactions) {
        // always new: an answer must not be sent before an outer transaction commits
        this.sessions =
                transactions.by(new DefaultTransactionAttribute(TransactionDefinition.PROPAGATION_REQUIRES_NEW) {
                    private static final long serialVersionUID = 1;

                    @Override
                    public boolean rollbackOn(Throwable thrown) {
                        return true;
                    }
                });
    }

    /**
     * Returns the transactions of a manager.
     *
     * @param store the store with the records of the routes
     * @param manager a manager for JDBC or JPA on the pool of the store
     * @throws IllegalArgumentException if the manager is on a different pool
     */
    public static RouteTransactions on(JdbcStore store, PlatformTransactionManager manager) {
        SpringTransactions transactions = SpringTransactions.of(store, manager);
        if (transactions == null) {
            throw new IllegalArgumentException(
                    "the transaction manager is not on the pool of the store, so rows and records cannot commit together;"
                            + " give JdbcStore the DataSource bean that the transaction manager has");
        }
        return new RouteTransactions(transactions);
    }

    @Override
    public Session<SqlContext> open(Terms terms) {
        return new RouteSession(sessions.open(terms), terms.claim().id().operation());
    }

    @Override
    public boolean holdByTransaction() {
        return sessions.holdByTransaction();
    }
}
