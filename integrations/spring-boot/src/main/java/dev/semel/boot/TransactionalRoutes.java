package dev.semel.boot;

import dev.semel.http.RouteBuilder;

/** Lets routes run in transactions of the application's. */
@FunctionalInterface
interface TransactionalRoutes {

    /** Lets this one; false if the store is not in the database of the transactions. */
    boolean apply(RouteBuilder route);
}
