/**
 * Registers the advice when a context starts, and checks that it guards each idempotent method. Start reading at {@link
 * dev.semel.spring.start.IdempotentRegistrar}. This internal package knows {@link dev.semel.spring} and {@link dev.semel.spring.method}; only
 * {@link dev.semel.spring.EnableIdempotent} knows it.
 */
@NullMarked
package dev.semel.spring.start;

import org.jspecify.annotations.NullMarked;
