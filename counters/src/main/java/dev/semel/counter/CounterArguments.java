package dev.semel.counter;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Validates names, subjects, keys and amounts. Messages never contain a subject or a key, which may be secrets. */
final class CounterArguments {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");
    private static final int MAX_BYTES = 255;

    private CounterArguments() {}

    static String name(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "the counter's name is \"" + name
                            + "\"; must be at most 128 letters, digits, '.', '_' or '-', and start with a letter or a digit, such as requests");
        }
        return name;
    }

    /** Validates a subject or a key. */
    static String checked(String what, String text) {
        if (text.isEmpty() || text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            throw new IllegalArgumentException(what + " must have between 1 and " + MAX_BYTES
                    + " bytes in UTF-8; derive a short one with Keys.derive(...)");
        }
        if (text.chars().anyMatch(Character::isISOControl)
                || !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new IllegalArgumentException(
                    what + " contains a control character or half of a surrogate pair; use printable characters");
        }
        return text;
    }

    static long amount(long amount) {
        if (amount < 1) {
            throw new IllegalArgumentException(
                    "amount is " + amount + "; must be at least 1, since a count only grows until its window resets");
        }
        return amount;
    }
}
