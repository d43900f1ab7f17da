package dev.semel.torture;

import org.jspecify.annotations.Nullable;

/**
 * One thing that happened. Times are of the machine's monotonic clock, which all processes share, so one thing came before another for certain if
 * it had ended when the other began.
 *
 * @param kind what it is about
 * @param id which record or count
 * @param began when it began, in nanoseconds
 * @param at when it had ended
 * @param line all there is
 */
record Event(Kind kind, String id, long began, long at, Line line) {

    static Event of(Line line) {
        long at = line.number("t");
        String began = line.find("b");
        return new Event(
                Kind.valueOf(line.text("k")), line.text("id"), began == null ? at : Long.parseLong(began), at, line);
    }

    boolean isBefore(Event other) {
        return at < other.began;
    }

    @Nullable
    String find(String name) {
        return line.find(name);
    }

    String text(String name) {
        return line.text(name);
    }

    long number(String name) {
        return line.number(name);
    }

    /** Whether both have this, and it is the same. */
    boolean sharesWith(Event other, String name) {
        String mine = find(name);
        return mine != null && mine.equals(other.find(name));
    }

    boolean has(String name, String value) {
        return value.equals(find(name));
    }

    @Override
    public String toString() {
        return line.json();
    }
}
