package dev.semel.testkit.history;

import org.jspecify.annotations.Nullable;

/**
 * An event of a history. Times are those of the machine's monotonic clock, which all processes share. So one event certainly came before
 * another if it had ended when the other began.
 *
 * @param kind what happened
 * @param id the record or count that it happened to
 * @param began when it began, in nanoseconds
 * @param at when it had ended, in nanoseconds
 * @param line all values of the event
 */
public record HistoryEvent(Kind kind, String id, long began, long at, Line line) {

    /** Returns the event that a line of a journal describes. */
    public static HistoryEvent of(Line line) {
        long at = line.number("t");
        String began = line.find("b");
        return new HistoryEvent(
                Kind.valueOf(line.text("k")), line.text("id"), began == null ? at : Long.parseLong(began), at, line);
    }

    /**
     * Returns the line of a journal that describes an event.
     *
     * @param at when it happened, in nanoseconds
     * @param node the node that it happened on; {@code null} if unknown
     * @param namesAndValues further names and values in turn; a value that is {@code null} is left out with its name
     */
    public static Line line(Kind kind, long at, @Nullable String node, String id, @Nullable Object... namesAndValues) {
        @Nullable Object[] all = new @Nullable Object[namesAndValues.length + 8];
        @Nullable Object[] first = {"k", kind, "t", at, "w", node, "id", id};
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(namesAndValues, 0, all, first.length, namesAndValues.length);
        return Line.of(all);
    }

    /** Returns whether this event had certainly ended when the other began. */
    public boolean isBefore(HistoryEvent other) {
        return at < other.began;
    }

    /** Returns the value with this name, or {@code null} if there is none. */
    public @Nullable String find(String name) {
        return line.find(name);
    }

    /** Returns the value with this name, which must be present. */
    public String text(String name) {
        return line.text(name);
    }

    /** Returns the number with this name, which must be present. */
    public long number(String name) {
        return line.number(name);
    }

    /** Returns whether both events have a value with this name, and it is equal. */
    public boolean sharesWith(HistoryEvent other, String name) {
        String mine = find(name);
        return mine != null && mine.equals(other.find(name));
    }

    /** Returns whether the event has this value under this name. */
    public boolean has(String name, String value) {
        return value.equals(find(name));
    }

    @Override
    public String toString() {
        return line.json();
    }
}
