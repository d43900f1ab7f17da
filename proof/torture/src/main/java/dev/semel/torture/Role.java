package dev.semel.torture;

import java.util.Locale;

/** What a worker process does. */
enum Role {
    /** Calls operations itself. */
    WORKER,
    /** Serves HTTP requests in a servlet application. */
    SERVLET,
    /** Serves HTTP requests in a WebFlux application. */
    WEBFLUX,
    /** Sends HTTP requests to those that serve them. */
    CLIENTS;

    boolean isService() {
        return this == SERVLET || this == WEBFLUX;
    }

    /** As it is written on the command line. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
