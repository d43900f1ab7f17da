/**
 * Makes an operation take effect once, however often it is asked for. Start from {@link dev.semel.Semel}.
 */
@NullMarked
package dev.semel;

import org.jspecify.annotations.NullMarked;
