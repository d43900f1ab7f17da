package dev.semel.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import dev.semel.Operation;
import dev.semel.OperationSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Until an invocation is cut off. */
final class TimeLeft {

    private TimeLeft() {}

    /** As a lease can be: what is over by now counts as the shortest there is. */
    static Duration of(Context context) {
        Duration left = Duration.ofMillis(context.getRemainingTimeInMillis());
        boolean tooShort = left.compareTo(OperationSettings.MIN_LEASE) < 0;
        return tooShort ? OperationSettings.MIN_LEASE : left;
    }

    /** With a lease that ends when the invocation does; as it is if nothing is known of one. */
    static <T extends @Nullable Object> Operation<T> follow(Operation<T> operation, @Nullable Context context) {
        return context == null ? operation : operation.endingWithin(of(context));
    }
}
