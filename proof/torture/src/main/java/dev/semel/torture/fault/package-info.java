/**
 * The faults that strike the parts, and their schedule, which follows from a seed. Start reading at {@link dev.semel.torture.fault.RigFault}, then at
 * {@link dev.semel.torture.fault.Faults}. It knows the crew and its servers, and no rule.
 */
@NullMarked
package dev.semel.torture.fault;

import org.jspecify.annotations.NullMarked;
