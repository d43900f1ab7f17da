/**
 * The agreements between driver, workers and judge: settings of a worker, its roles, the points at which it can be struck, the operations,
 * records and counts of a run, and the journal in which everything is written. Start reading at
 * {@link dev.semel.torture.protocol.WorkerSettings}, then at {@link dev.semel.torture.protocol.Profile}. It knows no store and no process.
 */
@NullMarked
package dev.semel.torture.protocol;

import org.jspecify.annotations.NullMarked;
