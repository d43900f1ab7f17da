/**
 * Applies the rules of {@link dev.semel.http.HttpGuard} in any Jakarta Servlet container. Start reading at {@link
 * dev.semel.servlet.IdempotencyFilter}. Applications import this package. It knows the rules of HTTP and the internal packages {@code run} and
 * {@code request}.
 */
@NullMarked
package dev.semel.servlet;

import org.jspecify.annotations.NullMarked;
