/**
 * Records in Redis: their keys, their byte layout, and the calls and scripts that claim, write, find, scan and watch them. Start reading at
 * {@link dev.semel.redis.record.RecordLayout} and {@code claim.lua}. This package knows the store SPI, the servers and the wire, and
 * nothing about counts.
 */
@NullMarked
package dev.semel.redis.record;

import org.jspecify.annotations.NullMarked;
