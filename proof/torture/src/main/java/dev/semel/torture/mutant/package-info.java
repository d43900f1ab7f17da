/**
 * The deliberate bugs of the rig: stores, engines, counters, transactions and pools that each break one rule. Start reading at
 * {@link dev.semel.torture.mutant.StoreMutants}; {@link dev.semel.testkit.mutant.Mutant} is the catalogue. It knows sites and layers, and no worker.
 */
@NullMarked
package dev.semel.torture.mutant;

import org.jspecify.annotations.NullMarked;
