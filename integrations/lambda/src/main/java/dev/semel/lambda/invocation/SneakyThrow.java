package dev.semel.lambda.invocation;

/**
 * Throws checked exceptions through interfaces that declare none, so that the caller gets the handler's exception
 * unwrapped.
 */
public final class SneakyThrow {

    private SneakyThrow() {}

    /** Throws the given exception; never returns. */
    public static RuntimeException rethrow(Throwable thrown) {
        return SneakyThrow.<RuntimeException>unchecked(thrown);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <X extends Throwable> RuntimeException unchecked(Throwable thrown) throws X {
        throw (X) thrown;
    }
}
