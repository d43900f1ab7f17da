package dev.semel.engine.call;

import dev.semel.Context;
import dev.semel.Outcome;
import org.jspecify.annotations.Nullable;

/** A request of an {@link OperationCall} to its driver. */
public sealed interface Turn<T extends @Nullable Object, C extends Context> {

    /** The call has ended with an outcome. */
    record Answer<T extends @Nullable Object, C extends Context>(Outcome<T> outcome) implements Turn<T, C> {}

    /** The call has ended with an exception for its caller. */
    record Threw<T extends @Nullable Object, C extends Context>(Throwable given) implements Turn<T, C> {}

    /** Ask for the next step, on a thread where the work may run or where the call has to end. */
    record GoOn<T extends @Nullable Object, C extends Context>() implements Turn<T, C> {}

    /** Run the work, and pass in its value or what it threw. */
    record Run<T extends @Nullable Object, C extends Context>(C context) implements Turn<T, C> {}
}
