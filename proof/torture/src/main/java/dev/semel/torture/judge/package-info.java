/**
 * Reads what workers and books say, and judges it while it happens, by the rules of the test kit and by some that only a rig can see. Start
 * reading at {@link dev.semel.torture.judge.Checker}. It knows the journal and the books, and neither processes nor faults.
 */
@NullMarked
package dev.semel.torture.judge;

import org.jspecify.annotations.NullMarked;
