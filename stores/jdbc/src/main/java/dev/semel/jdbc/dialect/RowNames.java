package dev.semel.jdbc.dialect;

/**
 * The names of columns in a statement that inserts or updates: those of the existing row, and those of the row that would be inserted.
 *
 * @param there the prefix of a column of the existing row
 * @param before the prefix of a column of the new row
 * @param after the suffix of a column of the new row
 */
public record RowNames(String there, String before, String after) {

    /** Returns names with a dot: {@code c.epoch} and {@code excluded.epoch}. */
    public static RowNames of(String there, String incoming) {
        return new RowNames(there + ".", incoming + ".", "");
    }

    /** Returns a column of the existing row. */
    public String old(String column) {
        return there + column;
    }

    /** Returns a column of the new row. */
    public String incoming(String column) {
        return before + column + after;
    }

    /** Returns a comparison of a column in both rows. */
    public String compare(String column, String operator) {
        return old(column) + " " + operator + " " + incoming(column);
    }

    /** Returns a condition for an existing row past its retention. The created_at of the new row is the time. */
    public String isOver() {
        return old("expires_at") + " <= " + incoming("created_at");
    }
}
