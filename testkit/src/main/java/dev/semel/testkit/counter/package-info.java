/** The contract of stores for counters. Start from {@link dev.semel.testkit.counter.CounterStoreContract}. */
@NullMarked
package dev.semel.testkit.counter;

import org.jspecify.annotations.NullMarked;
