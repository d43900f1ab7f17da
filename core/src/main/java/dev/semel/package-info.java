/**
 * Makes an operation take effect once, however often it is called. This package holds what an application imports: operations, their results,
 * their exceptions, and the values that these speak of.
 *
 * <p>Start reading at {@link dev.semel.Semel}, and at {@link dev.semel.Operation} for the guarantees. Only {@link dev.semel.Semel} and {@link
 * dev.semel.OperationBuilder} know the engine, and operations know policies and sessions; everything else in here knows the JDK and the checks of
 * {@code dev.semel.input} alone.
 */
@NullMarked
package dev.semel;

import org.jspecify.annotations.NullMarked;
