package dev.semel.store;

import dev.semel.StoreException;

/** A result is larger than the store can keep. Nothing has changed in the store, and repeating the call would not help. */
public final class ResultTooLargeException extends StoreException {
    private final int size;
    private final int limit;

    /**
     * Creates an exception for a result.
     *
     * @param size of the result, in bytes
     * @param limit the largest size that the store keeps, in bytes
     */
    public ResultTooLargeException(int size, int limit) {
        super(
                "a result of " + size + " bytes is larger than the " + limit
                        + " bytes that the store keeps; raise the store's limit, or return less",
                null);
        this.size = size;
        this.limit = limit;
    }

    /** Returns the size of the result, in bytes. */
    public int size() {
        return size;
    }

    /** Returns the largest size that the store keeps, in bytes. */
    public int limit() {
        return limit;
    }
}
