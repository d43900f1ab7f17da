package dev.semel;

import org.jspecify.annotations.Nullable;

/**
 * A stored failure.
 *
 * @param type the class name of the exception
 * @param message its message, truncated to 2,000 characters; {@code null} if it had none
 */
public record Failure(String type, @Nullable String message) {
    /** The maximum length of a stored message, in characters. */
    public static final int MAX_MESSAGE = 2_000;

    /** Returns the class name and the message of an exception. */
    public static Failure of(Throwable thrown) {
        String message = messageOf(thrown);
        return new Failure(
                thrown.getClass().getName(),
                message == null || message.length() <= MAX_MESSAGE ? message : message.substring(0, MAX_MESSAGE));
    }

    private static @Nullable String messageOf(Throwable thrown) {
        try {
            return thrown.getMessage();
        } catch (RuntimeException e) {
            return null; // getMessage() may be overridden and fail itself
        }
    }

    /** Returns whether the exception was of exactly this class. */
    public boolean is(Class<? extends Throwable> exception) {
        return type.equals(exception.getName());
    }

    /** Returns only the type: the message may hold content that must not be logged. */
    @Override
    public String toString() {
        return type;
    }
}
