package dev.semel.jdbc.connection;

/**
 * Defers interrupts of the current thread until it is closed. An interrupt is meant for one caller, and the call may serve many. On an
 * interrupt a driver may close its connection, and a pool may stop waiting.
 */
final class Interrupts implements AutoCloseable {
    private boolean came = Thread.interrupted();

    /** Returns whether an interrupt has arrived since the last call, and defers it. */
    boolean come() {
        boolean now = Thread.interrupted();
        came |= now;
        return now;
    }

    /** Defers an interrupt that a wait has reported and cleared. */
    void putOff() {
        came = true;
    }

    @Override
    public void close() {
        if (came) {
            Thread.currentThread().interrupt();
        }
    }
}
