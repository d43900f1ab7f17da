/**
 * Worker processes that use the public API of Semel, a driver that kills, pauses and cuts them off, and a checker that judges what they did.
 * Start from {@link dev.semel.torture.Torture}.
 */
@NullMarked
package dev.semel.torture;

import org.jspecify.annotations.NullMarked;
