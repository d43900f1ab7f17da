package dev.semel.policy;

import dev.semel.input.DurationText;
import dev.semel.input.Problems;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The text form of the values of a {@link PolicySetting}. */
interface PolicyForm {
    /** Reads a value; {@code null} if a problem was added. */
    @Nullable
    Object parse(String setting, String text, Problems problems);

    String format(Object value);

    /** Adds problems with a value that was read or set. */
    default void check(String setting, Object value, Problems problems) {}

    /**
     * A word that may have something in parentheses.
     *
     * @param argument {@code null} if there are no parentheses
     */
    record Call(String word, @Nullable String argument) {
        static Call of(String text) {
            int open = text.indexOf('(');
            return open >= 0 && text.endsWith(")")
                    ? new Call(
                            text.substring(0, open).strip(),
                            text.substring(open + 1, text.length() - 1).strip())
                    : new Call(text.strip(), null);
        }

        /** Returns whether a parenthesis is unbalanced, so that an argument may be lost. */
        boolean isBroken() {
            return word.contains("(") || word.contains(")");
        }
    }

    /** One of several words. If two words stand for a value, the shorter one is written. */
    record OfWord(String expected, Map<String, Object> byWord) implements PolicyForm {
        @Override
        public @Nullable Object parse(String setting, String text, Problems problems) {
            for (Map.Entry<String, Object> known : byWord.entrySet()) {
                if (PolicySetting.plain(known.getKey()).equals(PolicySetting.plain(text))
                        && !text.contains("(")
                        && !text.contains(")")) {
                    return known.getValue();
                }
            }
            problems.add(setting + " is \"" + text + "\"; it must be " + expected);
            return null;
        }

        @Override
        public String format(Object value) {
            return byWord.entrySet().stream()
                    .filter(known -> known.getValue().equals(value))
                    .map(Map.Entry::getKey)
                    .min(Comparator.comparingInt(String::length))
                    .orElseThrow();
        }
    }

    /** A duration within bounds. */
    record OfDuration(Duration least, Duration most) implements PolicyForm {
        @Override
        public @Nullable Object parse(String setting, String text, Problems problems) {
            Duration read = DurationText.parse(text);
            problems.check(
                    read != null, setting + " is \"" + text + "\"; it must be a duration such as 30s, 25h or PT25H");
            return read;
        }

        @Override
        public String format(Object value) {
            return DurationText.format((Duration) value);
        }

        @Override
        public void check(String setting, Object value, Problems problems) {
            problems.between(setting, (Duration) value, least, most);
        }
    }

    /** The meaning of exceptions: rules separated by commas. */
    record OfRules() implements PolicyForm {
        @Override
        public @Nullable Object parse(String setting, String text, Problems problems) {
            return FailureRules.parse(setting, text, problems);
        }

        @Override
        public String format(Object value) {
            return FailureRules.format((AfterFailure) value);
        }

        @Override
        public void check(String setting, Object value, Problems problems) {
            FailureRules.check(setting, (AfterFailure) value, problems);
        }
    }
}
