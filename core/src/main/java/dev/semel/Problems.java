package dev.semel;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Collects what is wrong with settings, so that all of it can be said at once. */
final class Problems {
    private final List<String> found = new ArrayList<>();

    /** What was found before, so that more can be found more than once. */
    Problems copy() {
        Problems copy = new Problems();
        copy.found.addAll(found);
        return copy;
    }

    void check(boolean right, String otherwise) {
        if (!right) {
            found.add(otherwise);
        }
    }

    void add(String problem) {
        found.add(problem);
    }

    void add(Optional<String> problem) {
        if (problem.isPresent()) {
            found.add(problem.get());
        }
    }

    void notNull(String what, @Nullable Object value) {
        check(value != null, what + " is null");
    }

    void notNegative(String what, @Nullable Duration value) {
        notNull(what, value);
        check(value == null || !value.isNegative(), what + " is " + value + "; it must not be negative");
    }

    void between(String what, @Nullable Duration value, Duration least, Duration most) {
        notNull(what, value);
        if (value != null && (value.compareTo(least) < 0 || value.compareTo(most) > 0)) {
            add(what + " is " + value + "; it must be between " + least + " and " + most);
        }
    }

    /** What {@link #notNull} has let through. */
    static <V> V checked(@Nullable V value) {
        return Objects.requireNonNull(value);
    }

    void throwIfAny(String what) {
        if (!found.isEmpty()) {
            throw new InvalidSettingsException(what, found);
        }
    }
}
