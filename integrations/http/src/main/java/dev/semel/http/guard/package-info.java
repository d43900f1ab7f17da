/**
 * The way of a request through its route: caller, key, body, claim, quota, application and reply. Start reading at {@link
 * dev.semel.http.guard.RouteTable} and then {@code GuardedRoute}, which lists the steps. This internal package knows all other rooms; only
 * {@link dev.semel.http.HttpGuard} knows it.
 */
@NullMarked
package dev.semel.http.guard;

import org.jspecify.annotations.NullMarked;
