/**
 * What every handler needs of its invocation: the time left, the switch that turns protection off, the logger, and exceptions passed on
 * unwrapped. Start reading at {@link dev.semel.lambda.invocation.TimeLeft}. This package knows core and Lambda's context, and nothing about events.
 */
@NullMarked
package dev.semel.lambda.invocation;

import org.jspecify.annotations.NullMarked;
