package dev.semel.lambda.invocation;

import com.amazonaws.services.lambda.runtime.Context;
import dev.semel.Operation;
import dev.semel.policy.OperationSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The time until Lambda terminates an invocation. */
public final class TimeLeft {

    private TimeLeft() {}

    /** Returns the time left, and at least the shortest lease. */
    public static Duration of(Context context) {
        Duration left = Duration.ofMillis(context.getRemainingTimeInMillis());
        boolean tooShort = left.compareTo(OperationSettings.MIN_LEASE) < 0;
        return tooShort ? OperationSettings.MIN_LEASE : left;
    }

    /** Returns the operation with a lease that ends with the invocation, or the operation itself without a context. */
    public static <T extends @Nullable Object> Operation<T> follow(Operation<T> operation, @Nullable Context context) {
        return context == null ? operation : operation.endingWithin(of(context));
    }
}
