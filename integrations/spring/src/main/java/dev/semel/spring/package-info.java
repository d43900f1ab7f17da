/**
 * {@code @Idempotent} on the methods of Spring beans, transactions for HTTP routes, and a filter for WebFlux. Start reading at {@link
 * dev.semel.spring.EnableIdempotent}. This package holds what applications import. It knows core, the HTTP module and the SQL store; of the
 * rooms behind it, it knows {@code transaction} and {@code webflux}, and {@code EnableIdempotent} knows {@code start}.
 */
@NullMarked
package dev.semel.spring;

import org.jspecify.annotations.NullMarked;
