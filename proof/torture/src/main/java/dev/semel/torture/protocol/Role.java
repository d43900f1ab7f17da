package dev.semel.torture.protocol;

import java.util.Locale;

/** What a worker process does. */
public enum Role {
    /** Calls operations itself. */
    WORKER,
    /** Serves HTTP requests in a servlet application. */
    SERVLET,
    /** Serves HTTP requests in a WebFlux application. */
    WEBFLUX,
    /** Sends HTTP requests to those that serve them. */
    CLIENTS;

    public boolean isService() {
        return this == SERVLET || this == WEBFLUX;
    }

    /** As it is written on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
