/**
 * The parts of a run, seen from the driver: worker processes, the server or file that they use, and the settings of the run. Start reading at
 * {@link dev.semel.torture.crew.Crew}. It knows how parts are started and stopped, and no schedule and no rule.
 */
@NullMarked
package dev.semel.torture.crew;

import org.jspecify.annotations.NullMarked;
