/**
 * Tools for the author of a store: clocks that a test holds, stores that count, break or delay calls, and files with what earlier releases
 * have stored. Start reading at {@link dev.semel.testkit.FaultyStore} and {@link dev.semel.testkit.VirtualTime}. The contracts that a store must pass are in {@link
 * dev.semel.testkit.store} and {@code dev.semel.testkit.counter}, and the checker of recorded histories is in {@link
 * dev.semel.testkit.history.rules}. This package knows core only.
 */
@NullMarked
package dev.semel.testkit;

import org.jspecify.annotations.NullMarked;
