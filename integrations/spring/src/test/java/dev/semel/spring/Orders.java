package dev.semel.spring;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionAspectSupport;

/** A service that writes rows in transactions. */
class Orders {
    /** What a call does while it runs. */
    interface Step {
        void run() throws Exception;
    }

    private final JdbcTemplate rows;
    private final Stock stock;
    private final AtomicInteger runs = new AtomicInteger();

    Orders(JdbcTemplate rows, Stock stock) {
        this.rows = rows;
        this.stock = stock;
    }

    int runs() {
        return runs.get();
    }

    private String insert(String key, Step step) throws Exception {
        String receipt = key + " run " + runs.incrementAndGet();
        rows.update("INSERT INTO placed (order_key, receipt) VALUES (?, ?)", key, receipt);
        step.run();
        return receipt;
    }

    @Idempotent(operation = "orders.place", key = "#key", fingerprint = "#key")
    @Transactional
    public String place(String key, Step step) throws Exception {
        return insert(key, step);
    }

    @Idempotent(operation = "orders.wait", key = "#key", fingerprint = "#key", waitUpTo = "20s")
    @Transactional(rollbackFor = Exception.class)
    public String placeOrWait(String key, Step step) throws Exception {
        return insert(key, step);
    }

    @Idempotent(operation = "orders.brief", key = "#key", fingerprint = "#key", waitUpTo = "1s")
    @Transactional
    public String placeOrWaitBriefly(String key, Step step) throws Exception {
        return insert(key, step);
    }

    @Idempotent(
            operation = "orders.declined",
            key = "#key",
            fingerprint = "#key",
            replayFailures = {IOException.class, IllegalArgumentException.class})
    @Transactional(noRollbackFor = IllegalArgumentException.class, rollbackFor = IOException.class)
    public String declined(String key, Step step) throws Exception {
        return insert(key, step);
    }

    @Idempotent(
            operation = "orders.keyless",
            key = "#key",
            policy = "without-key=run-unprotected",
            replayFailures = {IOException.class, IllegalArgumentException.class})
    @Transactional(noRollbackFor = IllegalArgumentException.class, rollbackFor = IOException.class)
    public String declinedWithoutKey(@Nullable String key, String row, Step step) throws Exception {
        return insert(row, step);
    }

    @Idempotent(operation = "orders.repeatable", key = "#key", fingerprint = "#key", waitUpTo = "20s")
    @Transactional(isolation = Isolation.REPEATABLE_READ)
    public String placeRepeatable(String key, Step step) throws Exception {
        return insert(key, step);
    }

    @Idempotent(operation = "orders.marked", key = "#key", fingerprint = "#key")
    @Transactional
    public String placeMarked(String key, boolean marks) throws Exception {
        return insert(key, () -> {
            if (marks) {
                TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
            }
        });
    }

    @Idempotent(operation = "orders.swallowed", key = "#key", fingerprint = "#key")
    @Transactional
    public String placeAndSwallow(String key, boolean fails) throws Exception {
        return insert(key, () -> {
            try {
                stock.take(fails);
            } catch (IllegalStateException e) {
                // as careless code does
            }
        });
    }

    /** A second service that joins the transaction. */
    static class Stock {
        @Transactional
        public void take(boolean fails) {
            if (fails) {
                throw new IllegalStateException("out of stock");
            }
        }
    }
}
