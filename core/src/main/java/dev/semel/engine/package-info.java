/**
 * The operations that {@link dev.semel.Semel} builds, and the asynchronous driver of their calls. Internal: it may
 * change in any release.
 *
 * <p>Start reading at {@link dev.semel.engine.EngineOperation}, and follow a call into {@link
 * dev.semel.engine.call.OperationCall}. This package knows all rooms of the engine. Outside the engine, only {@link
 * dev.semel.Semel} and {@link dev.semel.OperationBuilder} know it.
 */
@NullMarked
package dev.semel.engine;

import org.jspecify.annotations.NullMarked;
