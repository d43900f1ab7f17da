/**
 * Counters and quotas that start again with their window: so many requests for each access key and month. Start from {@link
 * dev.semel.counter.Counters}.
 */
@NullMarked
package dev.semel.counter;

import org.jspecify.annotations.NullMarked;
