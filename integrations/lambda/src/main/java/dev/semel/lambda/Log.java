package dev.semel.lambda;

/** The module's logger, not made before there is something to say: that takes a cold start longer than all else here. */
final class Log {
    private Log() {}

    static System.Logger get() {
        return System.getLogger("dev.semel.lambda");
    }
}
