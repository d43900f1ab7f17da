/**
 * HTTP services with Semel's filters, the clients that send requests to them, and what can be broken around the filters. Start reading at
 * {@link dev.semel.torture.http.Application}. It knows servers and sockets, and neither journal nor rules.
 */
@NullMarked
package dev.semel.torture.http;

import org.jspecify.annotations.NullMarked;
