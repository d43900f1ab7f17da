/**
 * What strikes the parts, and when: a schedule from a seed, and the faults themselves. Start reading at {@link dev.semel.torture.fault.RigFault}, then at
 * {@link dev.semel.torture.fault.Faults}. It knows the crew and its servers, and no rule.
 */
@NullMarked
package dev.semel.torture.fault;

import org.jspecify.annotations.NullMarked;
