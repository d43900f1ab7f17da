/**
 * What is broken on purpose to prove that the proofs find it. {@link dev.semel.testkit.mutant.Mutant} is the catalogue; {@link
 * dev.semel.testkit.mutant.Findings} makes one table of what all provers have found.
 */
@NullMarked
package dev.semel.testkit.mutant;

import org.jspecify.annotations.NullMarked;
