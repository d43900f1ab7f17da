package dev.semel.benchmarks;

/** What a suite found, in the three forms in which it is left behind. */
interface Findings {

    /** Plain text, to be read in a terminal. */
    String table();

    /** For whoever wants to compare runs. */
    String json();

    /** An SVG. */
    String chart();

    /** Whether every promise was kept. */
    boolean isReached();
}
