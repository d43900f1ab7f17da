/**
 * Counters and quotas that reset with their window, such as requests per access key and month. Start reading at {@link
 * dev.semel.counter.Counters}. This package knows the SPI of counter stores and core's combining writer, and nothing about records.
 */
@NullMarked
package dev.semel.counter;

import org.jspecify.annotations.NullMarked;
