/**
 * Takes requests of WebFlux through the guard: reads them, runs the rest of the chain, and gathers the answer. Start reading at {@link
 * dev.semel.spring.webflux.WebHandling}. This internal package knows the HTTP module and WebFlux only.
 */
@NullMarked
package dev.semel.spring.webflux;

import org.jspecify.annotations.NullMarked;
