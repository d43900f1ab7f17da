/**
 * Records as rows, and the calls that claim and write them, with their answers. Start reading at {@link dev.semel.jdbc.record.Row}, then
 * {@link dev.semel.jdbc.record.Call}. This package knows the store SPI, core's combining writer and {@code sql}, and sends no statement.
 */
@NullMarked
package dev.semel.jdbc.record;

import org.jspecify.annotations.NullMarked;
