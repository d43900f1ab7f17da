/**
 * Reads events: JSON trees, JMESPath expressions, encoded texts, and the key and fingerprint taken from a part of an event. Start reading at
 * {@link dev.semel.lambda.event.EventNaming} and {@link dev.semel.lambda.event.PlainPath}. This package knows Jackson, JMESPath and {@code
 * dev.semel.jackson}, and nothing about operations, invocations or HTTP.
 */
@NullMarked
package dev.semel.lambda.event;

import org.jspecify.annotations.NullMarked;
