package dev.semel.benchmarks;

/** One who does the same thing as others, in its own way, to be measured beside them. */
interface Contender {

    /** How it is called in the report. */
    String name();

    /** Makes everything as it is at the beginning; called before it is measured with another number of threads. */
    void prepare() throws Exception;

    /** One call, as many threads make it at the same time. */
    void call() throws Exception;

    /**
     * Checks that what it did is what it should have done.
     *
     * @param calls how many calls have returned since {@link #prepare}
     */
    void verify(long calls) throws Exception;
}
