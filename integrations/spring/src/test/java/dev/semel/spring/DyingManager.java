package dev.semel.spring;

import dev.semel.spring.OrderDeath.Step;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/** Transactions of a process that dies at their end. */
@Primary
class DyingManager extends JdbcTransactionManager {
    private static final long serialVersionUID = 1;

    @Nullable
    Step dieAt;

    DyingManager(DataSource pool) {
        super(pool);
    }

    private void reach(Step step) {
        if (step == dieAt) {
            Runtime.getRuntime().halt(OrderDeath.DEAD);
        }
    }

    @Override
    protected void doCommit(DefaultTransactionStatus status) {
        reach(Step.BEFORE_COMMIT);
        super.doCommit(status);
        reach(Step.AFTER_COMMIT);
    }
}
