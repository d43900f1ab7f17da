package dev.semel.spring.method;

import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.jdbc.SqlContext;
import dev.semel.session.Sessions;
import dev.semel.spring.transaction.SpringTransactions;
import org.jspecify.annotations.Nullable;

/** Runs calls in the transaction of the method. */
record TransactionalRunning(Operation<@Nullable Object> operation, Sessions<SqlContext> sessions) implements Running {

    @Override
    @SuppressWarnings("NullAway") // the result's type has null in it, which the checker does not see in the lambda
    public Outcome<@Nullable Object> attempt(MethodCall call, Work work) throws Exception {
        return SpringTransactions.attempt(
                call.in(operation).in(sessions), call.key(), call.request(), attempt -> work.run(attempt));
    }
}
