package dev.semel;

import org.jspecify.annotations.Nullable;

/**
 * A failure as it was stored.
 *
 * @param type the class name of the exception
 * @param message its message, at most 2,000 characters of it; {@code null} if it had none
 */
public record Failure(String type, @Nullable String message) {
    /** How much of a message is kept. */
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
            return null; // an exception that can't say what it is about is still a failure
        }
    }

    /** Whether the exception was of this very class. */
    public boolean is(Class<? extends Throwable> exception) {
        return type.equals(exception.getName());
    }

    /** The type alone: the message may hold what isn't for logs. */
    @Override
    public String toString() {
        return type;
    }
}
