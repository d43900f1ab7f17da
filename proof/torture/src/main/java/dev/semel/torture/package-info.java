/**
 * The command {@code ./semel torture}: its options, a run on one store, and runs of mutants that must be found. Start reading at
 * {@link dev.semel.torture.Torture}, then at {@link dev.semel.torture.driver.Driver}. It knows all rooms below it; none of them knows it.
 */
@NullMarked
package dev.semel.torture;

import org.jspecify.annotations.NullMarked;
