/**
 * Services that a run sends HTTP requests to, as a servlet and as a WebFlux application behind Semel's filters, and a client that hangs up, trickles and
 * breaks off. It knows nothing of journals and rules. Start with {@link dev.semel.torture.http.Application}.
 */
@NullMarked
package dev.semel.torture.http;

import org.jspecify.annotations.NullMarked;
