package dev.semel.servlet.run;

import dev.semel.servlet.request.BodyLimits;

/**
 * The settings of one run.
 *
 * @param answerLimit how many bytes of an answer are buffered at most
 * @param isInPlace whether the request runs in a transaction, so that no byte of an answer can be sent before it is complete
 * @param settings the settings of the filter
 */
public record RunTerms(int answerLimit, boolean isInPlace, Settings settings) {
    /** A route that runs in place buffers at least this much: an answer that is too long for replays is still sent once. */
    private static final int MOST_IN_PLACE = 16 << 20;

    static RunTerms leased(int answerLimit, Settings settings) {
        return new RunTerms(answerLimit, false, settings);
    }

    static RunTerms inPlace(int answerLimit, Settings settings) {
        return new RunTerms(Math.max(answerLimit, MOST_IN_PLACE), true, settings);
    }

    /**
     * The settings of a filter.
     *
     * @param showsMessages whether callers see the message that the application gives to {@code sendError}
     * @param forms the limits for forms and multipart bodies
     */
    public record Settings(boolean showsMessages, BodyLimits forms) {}
}
