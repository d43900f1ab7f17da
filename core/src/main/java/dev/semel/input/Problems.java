package dev.semel.input;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Collects problems with settings, so that all of them are reported together. */
public final class Problems {
    private final List<String> found = new ArrayList<>();

    /** Creates an empty collection. */
    public Problems() {}

    /** Creates a collection with earlier problems. */
    public Problems(List<String> before) {
        found.addAll(before);
    }

    /** Returns the problems, one sentence each. */
    public List<String> found() {
        return List.copyOf(found);
    }

    /** Adds the problem {@code otherwise} unless {@code right} is true. */
    public void check(boolean right, String otherwise) {
        if (!right) {
            found.add(otherwise);
        }
    }

    /** Adds a problem. */
    public void add(String problem) {
        found.add(problem);
    }

    /** Adds a problem, if there is one. */
    public void add(Optional<String> problem) {
        if (problem.isPresent()) {
            found.add(problem.get());
        }
    }

    /** Adds a problem if the value is {@code null}. */
    public void notNull(String what, @Nullable Object value) {
        check(value != null, what + " is null");
    }

    /** Adds a problem if the duration is {@code null} or negative. */
    public void notNegative(String what, @Nullable Duration value) {
        notNull(what, value);
        check(value == null || !value.isNegative(), what + " is " + value + "; it must not be negative");
    }

    /** Adds a problem if the duration is {@code null} or outside of these bounds, which are inclusive. */
    public void between(String what, @Nullable Duration value, Duration least, Duration most) {
        notNull(what, value);
        if (value != null && (value.compareTo(least) < 0 || value.compareTo(most) > 0)) {
            add(what + " is " + value + "; it must be between " + least + " and " + most);
        }
    }

    /** Returns a value that {@link #notNull} has accepted. */
    public static <V> V checked(@Nullable V value) {
        return Objects.requireNonNull(value);
    }

    /**
     * Throws the exception that {@code refusal} creates from the problems, if there are any.
     *
     * @param what the object that has these problems
     */
    public void throwIfAny(String what, BiFunction<String, List<String>, ? extends RuntimeException> refusal) {
        if (!found.isEmpty()) {
            throw refusal.apply(what, found);
        }
    }
}
