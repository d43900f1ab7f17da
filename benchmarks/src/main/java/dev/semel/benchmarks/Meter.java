package dev.semel.benchmarks;

/** Reads what a server has done so far. */
@FunctionalInterface
interface Meter {

    Reading read() throws Exception;

    /**
     * Totals at one instant.
     *
     * @param commits transactions that wrote something
     * @param logBytes what was written to the log for them
     */
    record Reading(long commits, long logBytes) {

        Reading since(Reading earlier) {
            return new Reading(commits - earlier.commits, logBytes - earlier.logBytes);
        }
    }
}
