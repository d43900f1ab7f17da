package dev.semel.testkit.history;

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
public record Event(Kind kind, String id, long began, long at, Line line) {

    /** Of a line of a journal. */
    public static Event of(Line line) {
        long at = line.number("t");
        String began = line.find("b");
        return new Event(
                Kind.valueOf(line.text("k")), line.text("id"), began == null ? at : Long.parseLong(began), at, line);
    }

    /**
     * What is written of an event.
     *
     * @param node where it happened; {@code null} if that is not known
     * @param namesAndValues all else
     */
    public static Line line(Kind kind, long at, @Nullable String node, String id, @Nullable Object... namesAndValues) {
        @Nullable Object[] all = new @Nullable Object[namesAndValues.length + 8];
        @Nullable Object[] first = {"k", kind, "t", at, "w", node, "id", id};
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(namesAndValues, 0, all, first.length, namesAndValues.length);
        return Line.of(all);
    }

    /** Whether it had ended for certain when the other began. */
    public boolean isBefore(Event other) {
        return at < other.began;
    }

    /** A part of it by its name; {@code null} if there is none. */
    public @Nullable String find(String name) {
        return line.find(name);
    }

    /** A part that must be there. */
    public String text(String name) {
        return line.text(name);
    }

    /** A part that must be there, as a number. */
    public long number(String name) {
        return line.number(name);
    }

    /** Whether both have this, and it is the same. */
    public boolean sharesWith(Event other, String name) {
        String mine = find(name);
        return mine != null && mine.equals(other.find(name));
    }

    /** Whether this part is there and has this value. */
    public boolean has(String name, String value) {
        return value.equals(find(name));
    }

    @Override
    public String toString() {
        return line.json();
    }
}
