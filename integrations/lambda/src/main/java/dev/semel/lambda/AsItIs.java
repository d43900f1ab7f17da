package dev.semel.lambda;

/** Throws checked exceptions through interfaces that declare none: the caller gets what the handler threw, not a wrapper. */
final class AsItIs {

    private AsItIs() {}

    /** Never returns. */
    static RuntimeException rethrow(Throwable thrown) {
        return AsItIs.<RuntimeException>unchecked(thrown);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <X extends Throwable> RuntimeException unchecked(Throwable thrown) throws X {
        throw (X) thrown;
    }
}
