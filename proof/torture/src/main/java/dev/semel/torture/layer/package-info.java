/**
 * The layers between the engine of a worker and its store: they write the journal, lose requests and replies, and let calls run with hardly any
 * stack left. Start reading at {@link dev.semel.torture.layer.WatchedStore}. It knows sites and the journal, and no worker.
 */
@NullMarked
package dev.semel.torture.layer;

import org.jspecify.annotations.NullMarked;
