package dev.semel.testkit.mutant;

/** A kind of proof that has to find a {@link Mutant}. */
public enum Prover {
    /** The contract of a store. */
    CONTRACT,
    /** The contract of a store for counters. */
    COUNTS,
    /** The simulation of the engine on virtual time, judged by its history. */
    SIMULATION,
    /** The exhaustive model of a record's life. */
    MODEL,
    /** The torture rig: processes on a real store, judged by their history. */
    RIG
}
