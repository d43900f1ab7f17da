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

/** A call in a transaction, which duplicates in this JVM find while its work runs. */
final class AtWork {
    private final LocalCalls calls;
    private final OperationCall<?, ?> call;
    private @Nullable LocalCall mine;

    AtWork(Engine engine, OperationCall<?, ?> call) {
        this.calls = engine.inTransactions();
        this.call = call;
    }

    /** Returns work that duplicates find. */
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

    /** The work has taken effect, or was undone: those who wait go on. Does nothing if it never began. */
    void end() {
        LocalCall found = mine;
        if (found != null) {
            calls.end(call.claim().id(), found, Optional.empty());
        }
    }
}
