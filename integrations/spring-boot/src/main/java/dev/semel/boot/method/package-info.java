/**
 * {@link dev.semel.spring.Idempotent} on the methods of beans: their policies, their scope, and the transactions that they and the routes run
 * in. Start reading at {@link dev.semel.boot.method.SemelSpringAutoConfiguration}. This package knows the settings, the Spring integration and
 * the seam to transactional routes in {@code http}.
 */
@NullMarked
package dev.semel.boot.method;

import org.jspecify.annotations.NullMarked;
