/**
 * How an operation behaves: what a duplicate gets while the first call runs, after a failure, after a crash, without a key and without a
 * store, and how long a result is kept.
 *
 * <p>Start reading at {@link dev.semel.policy.Policies} for the choices, and at {@link dev.semel.policy.Policy} for the value that holds them and its
 * text form. This package knows {@code dev.semel} and {@code dev.semel.input}, and neither the engine nor a store.
 */
@NullMarked
package dev.semel.policy;

import org.jspecify.annotations.NullMarked;
