package dev.semel.torture.protocol;

import java.util.Locale;

/** The task of a worker process. */
public enum Role {
    /** Calls operations itself. */
    WORKER,
    /** Serves HTTP requests in a servlet application. */
    SERVLET,
    /** Serves HTTP requests in a WebFlux application. */
    WEBFLUX,
    /** Sends HTTP requests to servlet applications. */
    SERVLET_CLIENTS,
    /** Sends HTTP requests to WebFlux applications. */
    WEBFLUX_CLIENTS;

    public boolean isService() {
        return this == SERVLET || this == WEBFLUX;
    }

    public boolean isClients() {
        return this == SERVLET_CLIENTS || this == WEBFLUX_CLIENTS;
    }

    /** Returns what makes the calls of a run whose workers have this role. */
    public Role callers() {
        return switch (this) {
            case SERVLET -> SERVLET_CLIENTS;
            case WEBFLUX -> WEBFLUX_CLIENTS;
            default -> WORKER;
        };
    }

    /** Returns whether a request stays on its thread, as a transaction needs. */
    public boolean keepsThread() {
        return this == SERVLET || this == SERVLET_CLIENTS;
    }

    /** Returns the name on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
