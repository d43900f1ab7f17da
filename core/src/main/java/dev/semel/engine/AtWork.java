package dev.semel.engine;

import dev.semel.Context;
import dev.semel.engine.call.Engine;
import dev.semel.engine.call.OperationCall;
import dev.semel.engine.join.LocalCalls;
import dev.semel.engine.join.LocalCalls.LocalCall;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A call in a transaction that duplicates in this JVM can find while its work runs. */
final class AtWork {
    private final LocalCalls calls;
    private final OperationCall<?, ?> call;
    private @Nullable LocalCall mine;

    AtWork(Engine engine, OperationCall<?, ?> call) {
        this.calls = engine.inTransactions();
        this.call = call;
    }

    /** Returns work during which duplicates find this call. */
    <C extends Context, V extends @Nullable Object> Function<C, CompletionStage<V>> during(
            Function<C, ? extends CompletionStage<V>> work) {
        return context -> {
            if (call.hasKey()) {
                LocalCall found = new LocalCall(call.claim().fingerprint(), null, context.facts());
                mine = found;
                calls.put(call.claim().id(), found);
            }
            return work.apply(context);
        };
    }

    /** Ends the call, whose work has taken effect or was undone, and wakes the waiters. Does nothing if the work never began. */
    void end() {
        LocalCall found = mine;
        if (found != null) {
            calls.end(call.claim().id(), found, Optional.empty());
        }
    }
}
