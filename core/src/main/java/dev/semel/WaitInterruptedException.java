package dev.semel;

/** The calling thread was interrupted while it waited. Its interrupt flag is set again, and the record is unchanged. */
public final class WaitInterruptedException extends SemelException {

    /** Creates an exception for an interrupt. The thread that throws it has to set its interrupt flag again. */
    public WaitInterruptedException(InterruptedException cause) {
        super("the thread was interrupted while it waited for the store or for another call with the same key", cause);
    }
}
