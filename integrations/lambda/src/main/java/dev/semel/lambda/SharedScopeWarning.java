package dev.semel.lambda;

import java.util.concurrent.atomic.AtomicBoolean;

/** Says once for each function that its anonymous callers share one scope. */
final class SharedScopeWarning {
    private final AtomicBoolean said = new AtomicBoolean();

    void say() {
        if (said.compareAndSet(false, true)) {
            Log.get()
                    .log(
                            System.Logger.Level.WARNING,
                            "A guarded request came through no authorizer. All such callers share one scope, so that one that sends the key of"
                                    + " another gets its answer. Add an authorizer, choose a principal, or call requirePrincipal(); keys of"
                                    + " anonymous callers need at least 128 random bits.");
        }
    }
}
