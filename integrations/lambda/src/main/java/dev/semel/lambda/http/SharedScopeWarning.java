package dev.semel.lambda.http;

import dev.semel.lambda.invocation.LambdaLog;
import java.util.concurrent.atomic.AtomicBoolean;

/** Warns once per function that its anonymous callers share one scope. */
public final class SharedScopeWarning {
    private final AtomicBoolean logged = new AtomicBoolean();

    /** Logs the warning, unless it was logged before. */
    public void log() {
        if (logged.compareAndSet(false, true)) {
            LambdaLog.get()
                    .log(
                            System.Logger.Level.WARNING,
                            "A guarded request came through no authorizer. All such callers share one scope: a caller that sends"
                                    + " another caller's key gets that caller's answer. Add an authorizer, choose a principal,"
                                    + " or call requirePrincipal(). Keys of anonymous callers need at least 128 random bits.");
        }
    }
}
