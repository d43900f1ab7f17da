/**
 * The catalogue of deliberate bugs, which shows that the proofs find what they are for. Start reading at {@link
 * dev.semel.testkit.mutant.Mutant}; {@link dev.semel.testkit.mutant.Findings} prints one table of what each prover has found. It knows the
 * names of the rules in {@link dev.semel.testkit.history}.
 */
@NullMarked
package dev.semel.testkit.mutant;

import org.jspecify.annotations.NullMarked;
