package dev.semel.boot.http;

import dev.semel.http.RouteBuilder;

/** Runs routes in transactions of the application. */
@FunctionalInterface
public interface TransactionalRoutes {

    /** Makes a route run in the application's transactions. Returns false if the store is not in their database. */
    boolean apply(RouteBuilder route);
}
