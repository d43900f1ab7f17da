/**
 * Makes an operation take effect once, however often it is called. This package holds what an application imports:
 * operations, their results, their exceptions, and the values these use.
 *
 * <p>Start reading at {@link dev.semel.Semel}, and at {@link dev.semel.Operation} for the guarantees. Only {@link
 * dev.semel.Semel} and {@link dev.semel.OperationBuilder} know the engine, and operations know policies and sessions.
 * Everything else in this package knows only the JDK and the checks of {@code dev.semel.input}.
 */
@NullMarked
package dev.semel;

import org.jspecify.annotations.NullMarked;
