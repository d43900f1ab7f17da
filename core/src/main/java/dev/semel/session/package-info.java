/**
 * Where the record of a call lives: under a lease, or in a transaction with the application's own writes. For authors of stores and of adapters; an
 * application only hands a {@link dev.semel.session.Sessions} to {@link dev.semel.Operation}. Start with {@link dev.semel.session.Session}. All
 * policies, events and outcomes are the engine's; a session claims, records and releases.
 */
@NullMarked
package dev.semel.session;

import org.jspecify.annotations.NullMarked;
