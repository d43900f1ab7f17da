package dev.semel;

/** A request is larger than was allowed. The operation has not run and no store was asked. */
public final class ContentTooLargeException extends SemelException {
    private final long limit;

    ContentTooLargeException(long limit) {
        super(
                "the content has more than the " + limit + " bytes that are allowed; send less, or raise the limit",
                null);
        this.limit = limit;
    }

    /** How many bytes were allowed. */
    public long limit() {
        return limit;
    }
}
