package dev.semel.jdbc;

/** Something with rows that are over at some time, which a {@link Purger} deletes. Safe for use by many threads. */
public interface Purgeable {

    /**
     * Deletes rows whose time is over.
     *
     * @param limit how many to delete at most, at least 1
     * @return how many were deleted; fewer than {@code limit} means that nothing more is over for now
     */
    int purge(int limit);

    /** How many rows are over and not yet deleted; at most {@code most}, so that the count stays cheap. */
    long overdue(long most);

    /** How many rows there are; at most {@code most}, so that the count stays cheap. */
    long size(long most);
}
