/**
 * The rules of {@link dev.semel.http.HttpGuard} in any Jakarta Servlet container. Start from {@link dev.semel.servlet.IdempotencyFilter}.
 */
@NullMarked
package dev.semel.servlet;

import org.jspecify.annotations.NullMarked;
