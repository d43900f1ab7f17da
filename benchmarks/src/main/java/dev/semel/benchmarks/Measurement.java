package dev.semel.benchmarks;

/**
 * What a call cost.
 *
 * @param scene what was done; measurements of one scene are compared with each other
 * @param subject who did it
 * @param threads how many called at the same time
 * @param nanosPerCall as one thread saw it: the median round, since a round that somebody disturbed says nothing
 * @param deviation the standard deviation between rounds; NaN if there was one round
 */
record Measurement(String scene, String subject, int threads, double nanosPerCall, double deviation) {

    /** Of all threads together. */
    double callsPerSecond() {
        return threads * 1e9 / nanosPerCall;
    }
}
