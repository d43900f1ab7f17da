package dev.semel.boot;

import dev.semel.http.Route;

/** Lets routes run in transactions of the application's. */
@FunctionalInterface
interface TransactionalRoutes {
    void apply(Route route);
}
