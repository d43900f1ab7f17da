package dev.semel.demo;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Does the work of a request: whatever its headers ask for, and its effect. */
@Component
final class Work {
    private final Ledger ledger;
    private final TransactionTemplate transaction;

    Work(Ledger ledger, PlatformTransactionManager transactions) {
        this.ledger = ledger;
        this.transaction = new TransactionTemplate(transactions);
    }

    /** Lets an operation happen, and nothing else with it. */
    void happen(String operation, @Nullable String key, HttpServletRequest request) {
        happen(operation, key, request, () -> true);
    }

    /**
     * Lets an operation happen, with rows that change with it: in the transaction of the record if there is one, else in one of their own.
     *
     * @param change says whether it changed something; if not there is no effect
     */
    void happen(String operation, @Nullable String key, HttpServletRequest request, Change change) {
        Trial.of(request)
                .around(() -> transaction.executeWithoutResult(status -> {
                    if (change.apply()) {
                        ledger.happened(operation, Caller.of(request), key);
                    }
                }));
    }

    /** Rows that change with an effect. */
    @FunctionalInterface
    interface Change {
        boolean apply();
    }
}
