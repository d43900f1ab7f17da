package dev.semel.jdbc.connection;

/**
 * Puts off interrupts of the current thread until it is closed: an interrupt is meant for one caller, and the call may be that of many. A
 * driver may close its connection, or a pool give up waiting, when one comes.
 */
final class Interrupts implements AutoCloseable {
    private boolean came = Thread.interrupted();

    /** Returns whether an interrupt has come since the last look, and puts it off. */
    boolean come() {
        boolean now = Thread.interrupted();
        came |= now;
        return now;
    }

    /** Puts off the interrupt that a wait has reported and cleared. */
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
