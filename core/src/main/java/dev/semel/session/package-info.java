/**
 * Where the record of a call lives: under a lease, or in a transaction with the application's own writes. For authors of stores and of adapters; an
 * application only gives a {@link dev.semel.session.Sessions} to {@link dev.semel.Operation}.
 *
 * <p>Start reading at {@link dev.semel.session.Session}. A session claims, records and releases; policies, events and outcomes belong to the engine. This
 * package knows {@code dev.semel} and {@code dev.semel.store}.
 */
@NullMarked
package dev.semel.session;

import org.jspecify.annotations.NullMarked;
