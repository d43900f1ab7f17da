/**
 * The processes that are struck: clients, the work that they ask for, and services that do it behind HTTP. Start reading at
 * {@link dev.semel.torture.worker.Worker}, then at {@link dev.semel.torture.worker.Caller}. A worker knows its site and the layers around it, and
 * nothing of the faults that strike it.
 */
@NullMarked
package dev.semel.torture.worker;

import org.jspecify.annotations.NullMarked;
