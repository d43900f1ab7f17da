package dev.semel.demo.endpoint;

import dev.semel.demo.ledger.DemoLedger;
import dev.semel.demo.request.CallerHeader;
import dev.semel.demo.request.TrialHeaders;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The work of a request: the behaviour that its headers request, and its effect. */
@Component
final class DemoWork {
    private final DemoLedger ledger;
    private final TransactionTemplate transaction;

    DemoWork(DemoLedger ledger, PlatformTransactionManager transactions) {
        this.ledger = ledger;
        this.transaction = new TransactionTemplate(transactions);
    }

    /** Logs the effect of an operation. */
    void happen(String operation, @Nullable String key, HttpServletRequest request) {
        happen(operation, key, request, () -> true);
    }

    /**
     * Changes rows and logs the effect of an operation with them, in the transaction of the record if there is one and otherwise in a separate
     * one.
     *
     * @param change returns whether it changed anything; there is no effect otherwise
     */
    void happen(String operation, @Nullable String key, HttpServletRequest request, Change change) {
        TrialHeaders.of(request)
                .around(() -> transaction.executeWithoutResult(status -> {
                    if (change.apply()) {
                        ledger.happened(operation, CallerHeader.of(request), key);
                    }
                }));
    }

    /** A change of rows that belongs to an effect. */
    @FunctionalInterface
    interface Change {
        boolean apply();
    }
}
