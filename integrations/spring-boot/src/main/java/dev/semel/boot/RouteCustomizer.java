package dev.semel.boot;

import dev.semel.http.RouteBuilder;

/**
 * Sets the options of a route that only code can set: a scope, which answers are stored, a reconciler. A bean of this
 * type is called once for each of {@code semel.http.routes} at start-up, after the settings were applied.
 */
@FunctionalInterface
public interface RouteCustomizer {

    /**
     * Customizes a route.
     *
     * @param operation the name of the route's operation
     * @param route the builder of the route
     */
    void customize(String operation, RouteBuilder route);
}
