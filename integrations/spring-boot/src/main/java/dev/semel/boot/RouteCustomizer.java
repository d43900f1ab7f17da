package dev.semel.boot;

import dev.semel.http.RouteBuilder;

/**
 * Says of a route what only code can say: a scope, which answers are stored, a reconciler. A bean of this type is asked once for each of {@code
 * semel.http.routes} when the application starts, after the settings were applied.
 */
@FunctionalInterface
public interface RouteCustomizer {

    /**
     * Changes a route.
     *
     * @param operation the name of the route's operation
     */
    void customize(String operation, RouteBuilder route);
}
