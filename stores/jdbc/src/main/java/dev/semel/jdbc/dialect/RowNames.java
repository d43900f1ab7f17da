package dev.semel.jdbc.dialect;

/**
 * The names by which a statement that inserts or updates knows the columns of the row that is there, and of the one that would be inserted.
 *
 * @param there what stands before a column of the row that is there
 * @param before what stands before a column of the new row
 * @param after what stands after it
 */
public record RowNames(String there, String before, String after) {

    /** Names with a dot: {@code c.epoch} and {@code excluded.epoch}. */
    public static RowNames of(String there, String incoming) {
        return new RowNames(there + ".", incoming + ".", "");
    }

    /** A column of the row that is there. */
    public String old(String column) {
        return there + column;
    }

    /** A column of the new row. */
    public String incoming(String column) {
        return before + column + after;
    }

    /** Compares a column of the two. */
    public String compare(String column, String operator) {
        return old(column) + " " + operator + " " + incoming(column);
    }

    /** Whether the row that is there is past its retention; the new one has the time as its created_at. */
    public String isOver() {
        return old("expires_at") + " <= " + incoming("created_at");
    }
}
