package dev.semel.jdbc;

/** A store with rows that expire, which a {@link Purger} deletes. Safe for use by many threads. */
public interface Purgeable {

    /**
     * Deletes expired rows.
     *
     * @param limit the maximum number of rows to delete, at least 1
     * @return the number of deleted rows; fewer than {@code limit} means that none is left for now
     */
    int purge(int limit);

    /** Returns the number of expired rows that are not yet deleted; at most {@code most}, so that the count stays cheap. */
    long overdue(long most);

    /** Returns the number of rows; at most {@code most}, so that the count stays cheap. */
    long size(long most);
}
