package dev.semel.http;

import dev.semel.Semel;
import dev.semel.http.guard.RouteTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A guard of HTTP endpoints: the first request with a key runs, and every other one gets the same answer. An adapter passes requests in and sends
 * the answers; the adapter knows the server, and the guard knows the rules. Safe for use by multiple threads.
 *
 * <pre>{@code
 * HttpGuard guard = HttpGuard.builder(semel)
 *         .route(Route.builder("/payments", "payments.create")
 *                 .whileRunning(waitUpTo(Duration.ofSeconds(5)))
 *                 .build())
 *         .build();
 * }</pre>
 */
public final class HttpGuard {
    private final List<Route> routes;
    private final RouteTable table;

    private HttpGuard(List<Route> routes, RouteTable table) {
        this.routes = List.copyOf(routes);
        this.table = table;
    }

    /** Returns a builder of a guard that keeps its records in the store of {@code semel}. */
    public static Builder builder(Semel semel) {
        return new Builder(semel);
    }

    /**
     * Finds the entrance of a request, by its method, path and mounts alone. Does no I/O.
     *
     * @return empty if the request is neither guarded nor for a status address: let it through
     */
    public Optional<Entrance> find(Exchange exchange) {
        return table.find(exchange);
    }

    /** Returns the routes, in their order. */
    public List<Route> routes() {
        return routes;
    }

    /** Returns the names of the operations of all routes. */
    public Set<String> operations() {
        return table.operations();
    }

    /** Builds an {@link HttpGuard}. */
    public static final class Builder {
        private final Semel semel;
        private final List<Route> routes = new ArrayList<>();
        private String statusPath = "/idempotency";
        private int mostWaitingThreads = 16;

        private Builder(Semel semel) {
            this.semel = Objects.requireNonNull(semel, "semel");
        }

        /** Adds a route. The first route that matches a request guards it. */
        public Builder route(Route route) {
            routes.add(Objects.requireNonNull(route, "route"));
            return this;
        }

        /** Sets the path of the status addresses. Defaults to {@code /idempotency}. */
        public Builder statusPath(String path) {
            statusPath = Objects.requireNonNull(path, "path");
            return this;
        }

        /**
         * Sets how many duplicates of all routes together may wait while each blocks a thread of the server, as on routes that run in
         * transactions. Defaults to 16. Any further duplicate is answered immediately, as if its route did not wait. Keep it well below the
         * number of threads that the server has.
         */
        public Builder maxWaitingThreads(int count) {
            mostWaitingThreads = count;
            return this;
        }

        /**
         * Returns the guard.
         *
         * @throws IllegalArgumentException if a route or another setting is invalid; the message lists all errors
         */
        public HttpGuard build() {
            List<String> problems = new ArrayList<>();
            for (Route route : routes) {
                route.problems()
                        .forEach((setting, problem) -> problems.add("the route " + route.path() + ": " + problem));
            }
            if (!statusPath.startsWith("/") || statusPath.endsWith("/")) {
                problems.add(
                        "the status path is \"" + statusPath + "\"; it must start with a slash and not end with one");
            }
            if (mostWaitingThreads < 0) {
                problems.add("maxWaitingThreads is " + mostWaitingThreads + "; must be 0 or more");
            }
            if (!problems.isEmpty()) {
                throw new IllegalArgumentException("the guard cannot be built: " + String.join("; ", problems));
            }
            return new HttpGuard(routes, RouteTable.of(semel, routes, statusPath, mostWaitingThreads));
        }
    }
}
