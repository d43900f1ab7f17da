/**
 * One run from start to end: the parts are started, struck, judged and reported on. Start reading at
 * {@link dev.semel.torture.driver.Driver}. It knows crew, faults and judge.
 */
@NullMarked
package dev.semel.torture.driver;

import org.jspecify.annotations.NullMarked;
