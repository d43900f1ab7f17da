package dev.semel.spring;

import dev.semel.Operation;
import dev.semel.Outcome;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.interceptor.TransactionAttribute;

/** In the transaction of the method. */
record TransactionalRunning(
        SpringTransactions transactions, Operation<@Nullable Object> operation, TransactionAttribute attribute)
        implements Running {

    @Override
    @SuppressWarnings("NullAway") // the result's type has null in it, which the checker does not see in the lambda
    public Outcome<@Nullable Object> attempt(MethodCall call, Work work) throws Exception {
        return transactions.attempt(
                call.in(operation),
                attribute,
                new SpringTransactions.Call<>(call.key(), call.request(), (attempt, status) -> work.run(attempt)));
    }
}
