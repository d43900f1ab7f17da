package dev.semel.lambda.invocation;

/** The module's logger, created on first use, since it prolongs a cold start. */
public final class LambdaLog {
    private LambdaLog() {}

    /** Returns the logger {@code dev.semel.lambda}. */
    public static System.Logger get() {
        return System.getLogger("dev.semel.lambda");
    }
}
