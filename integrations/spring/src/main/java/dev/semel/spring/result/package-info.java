/**
 * The results of idempotent methods: their types, how they are stored, and which are not. Start reading at {@link
 * dev.semel.spring.result.ResultForm}. This internal package knows core, the JSON codec and, where they are present, Spring Web and Reactor.
 */
@NullMarked
package dev.semel.spring.result;

import org.jspecify.annotations.NullMarked;
