/** {@code @Idempotent} on the methods of Spring beans, and transactions for HTTP routes; start from {@link dev.semel.spring.EnableIdempotent}. */
@NullMarked
package dev.semel.spring;

import org.jspecify.annotations.NullMarked;
