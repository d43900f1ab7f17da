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
    /** Sends HTTP requests to the services. */
    CLIENTS;

    public boolean isService() {
        return this == SERVLET || this == WEBFLUX;
    }

    /** Returns the name on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
