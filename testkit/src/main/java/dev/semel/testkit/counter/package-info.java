/**
 * The contract that every store for counters must pass, as tests. Start reading at {@link
 * dev.semel.testkit.counter.CounterStoreContract}, which an author of such a store extends; each class whose name ends in {@code Cases} is
 * one theme of it. It knows the counters and core's store exceptions, and nothing of records.
 */
@NullMarked
package dev.semel.testkit.counter;

import org.jspecify.annotations.NullMarked;
