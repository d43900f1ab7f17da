package dev.semel.testkit.mutant;

/** What has to find a {@link Mutant}. */
public enum Prover {
    /** The contract of a store. */
    CONTRACT,
    /** The contract of a store of counts. */
    COUNTS,
    /** The engine on virtual time, judged by its history. */
    SIMULATION,
    /** The model of a record's life that tries everything. */
    MODEL,
    /** Processes on a real store, judged by their history. */
    RIG
}
