/**
 * The SPI of counter stores. Start reading at {@link dev.semel.counter.store.CounterStore}; {@code CounterStoreContract} in {@code
 * semel-testkit} tests an implementation. This package knows neither counters nor any store.
 */
@NullMarked
package dev.semel.counter.store;

import org.jspecify.annotations.NullMarked;
