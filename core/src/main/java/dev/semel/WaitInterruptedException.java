package dev.semel;

/** The calling thread was interrupted while it waited. Its interrupt flag is set again, and the record is as it was. */
public final class WaitInterruptedException extends SemelException {

    /** Reports an interrupt. The interrupt flag has to be set again by the thread that throws this. */
    public WaitInterruptedException(InterruptedException cause) {
        super("the thread was interrupted while it waited for the store or for another call with the same key", cause);
    }
}
