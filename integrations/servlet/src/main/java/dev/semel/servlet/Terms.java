package dev.semel.servlet;

/**
 * What holds for a request that runs.
 *
 * @param answerLimit how many bytes of an answer are gathered at most
 * @param isInPlace whether it runs in a transaction, so that nothing of an answer can be sent before all of it is there
 * @param settings of the filter
 */
record Terms(int answerLimit, boolean isInPlace, Settings settings) {
    /** What a route that runs in place gathers in any case: an answer that is too long to be replayed is sent once all the same. */
    private static final int MOST_IN_PLACE = 16 << 20;

    static Terms leased(int answerLimit, Settings settings) {
        return new Terms(answerLimit, false, settings);
    }

    static Terms inPlace(int answerLimit, Settings settings) {
        return new Terms(Math.max(answerLimit, MOST_IN_PLACE), true, settings);
    }

    /**
     * Of a filter.
     *
     * @param showsMessages whether callers get to see what the application says to {@code sendError}
     * @param forms how much of forms and multipart bodies is parsed
     */
    record Settings(boolean showsMessages, FormLimits forms) {}
}
