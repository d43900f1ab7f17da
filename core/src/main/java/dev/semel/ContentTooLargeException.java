package dev.semel;

/** A request is larger than allowed. The operation has not run and the store was not asked. */
public final class ContentTooLargeException extends SemelException {
    private final long limit;

    ContentTooLargeException(long limit) {
        super(
                "the content has more than the " + limit + " bytes that are allowed; send less, or raise the limit",
                null);
        this.limit = limit;
    }

    /** Returns the maximum size, in bytes. */
    public long limit() {
        return limit;
    }
}
