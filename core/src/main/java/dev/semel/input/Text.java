package dev.semel.input;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/** Validates names, scopes and keys. The problems it returns never repeat the input. */
public final class Text {
    static final int MAX_NAME = 128;
    static final int MAX_SCOPE = 512;
    /** The maximum length of a key, in bytes of UTF-8. */
    public static final int MAX_KEY = 255;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    private Text() {}

    /** Returns whether every surrogate in a text is part of a pair. */
    public static boolean isWellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                boolean paired = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!paired) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    /** Returns the problem with the name of an operation, if there is one. It shows the name, which is the application's own. */
    public static Optional<String> problemWithName(String name) {
        if (name.length() > MAX_NAME) {
            return Optional.of(
                    "the operation's name has " + name.length() + " characters; at most " + MAX_NAME + " are allowed");
        }
        if (!NAME.matcher(name).matches()) {
            return Optional.of(
                    "the operation's name is \"" + name
                            + "\"; it must be letters, digits, '.', '_' or '-', and start with a letter or a digit, such as payments.create");
        }
        return Optional.empty();
    }

    /** Returns the problem with a scope, if there is one; an empty scope is valid. */
    public static Optional<String> problemWithScope(String scope) {
        return problem("the scope", scope, MAX_SCOPE);
    }

    /** Returns the problem with a key that is not missing, if there is one. */
    public static Optional<String> problemWithKey(String key) {
        return problem("the key", key, MAX_KEY);
    }

    private static Optional<String> problem(String what, String text, int limit) {
        // UTF-8 takes one to three bytes for a char, so most texts need no counting.
        if (text.length() > limit
                || (3 * text.length() > limit && text.getBytes(StandardCharsets.UTF_8).length > limit)) {
            return Optional.of(
                    what + " is longer than " + limit + " bytes in UTF-8; derive a short one with Keys.derive(...)");
        }
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                return Optional.of(what + " has a control character at index " + i
                        + "; use printable characters, or derive one with Keys.derive(...)");
            }
        }
        if (!isWellFormed(text)) {
            return Optional.of(what + " has half of a surrogate pair, so it is no text; check how it was decoded");
        }
        return Optional.empty();
    }
}
