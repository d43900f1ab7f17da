package dev.semel.http;

import dev.semel.Semel;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Guards HTTP endpoints: the first request with a key runs, every other one gets the same answer. An adapter hands requests in and sends
 * the answers that come out; it knows the server, this knows the rules. Safe for use by many threads.
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
    private final List<GuardedRoute> routes;
    private final StatusAddresses addresses;

    private HttpGuard(List<GuardedRoute> routes, StatusAddresses addresses) {
        this.routes = routes;
        this.addresses = addresses;
    }

    /** A guard that keeps its records where {@code semel} does. */
    public static Builder builder(Semel semel) {
        return new Builder(semel);
    }

    /**
     * Finds where a request enters, by its method, path and mounts alone. Does no I/O.
     *
     * @return empty if the request is neither guarded nor for a status address: let it through
     */
    public Optional<Entrance> find(Exchange exchange) {
        Entrance entrance = route(exchange);
        return Optional.ofNullable(entrance == null ? status(exchange) : entrance);
    }

    /** Returns the names of the operations of all routes. */
    public Set<String> operations() {
        return routes.stream().map(GuardedRoute::operationName).collect(Collectors.toUnmodifiableSet());
    }

    /** The first route that a reading of the path matches; the first reading that does. */
    private @Nullable RouteEntrance route(Exchange exchange) {
        List<GuardedRoute> taking =
                routes.stream().filter(route -> route.takes(exchange.method())).toList();
        if (taking.isEmpty()) {
            return null;
        }
        RouteEntrance first = null;
        for (RequestPath reading : RequestPath.readings(exchange.path(), exchange.mounts())) {
            GuardedRoute route = first(taking, reading);
            if (route != null && first == null) {
                first = new RouteEntrance(route, reading, false);
            } else if (route != null && first != null && route != first.route()) {
                return new RouteEntrance(first.route(), first.read(), true);
            }
        }
        return first;
    }

    private static @Nullable GuardedRoute first(List<GuardedRoute> routes, RequestPath path) {
        for (GuardedRoute route : routes) {
            if (route.matches(path)) {
                return route;
            }
        }
        return null;
    }

    private @Nullable StatusEntrance status(Exchange exchange) {
        String method = exchange.method();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            return null;
        }
        RequestPath path =
                RequestPath.readings(exchange.path(), exchange.mounts()).get(0);
        return Stream.of(path.text(false), path.text(true))
                .filter(addresses::isOne)
                .findFirst()
                .map(found -> new StatusEntrance(routes, addresses, found))
                .orElse(null);
    }

    /** Makes a {@link HttpGuard}. */
    public static final class Builder {
        private final Semel semel;
        private final List<Route> routes = new ArrayList<>();
        private String statusPath = "/idempotency";
        private int mostWaitingThreads = 16;

        private Builder(Semel semel) {
            this.semel = Objects.requireNonNull(semel, "semel");
        }

        /** Adds a route. The first that matches a request guards it. */
        public Builder route(Route route) {
            routes.add(Objects.requireNonNull(route, "route"));
            return this;
        }

        /** {@code /idempotency} by default. Under which path statuses are found. */
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
         * Makes it.
         *
         * @throws IllegalArgumentException with all that is wrong with the routes
         */
        public HttpGuard build() {
            List<String> problems = new ArrayList<>();
            for (Route route : routes) {
                route.problems().forEach(problem -> problems.add("the route " + route.path + ": " + problem));
            }
            if (!statusPath.startsWith("/") || statusPath.endsWith("/")) {
                problems.add(
                        "the status path is \"" + statusPath + "\"; it must start with a slash and not end with one");
            }
            if (mostWaitingThreads < 0) {
                problems.add("maxWaitingThreads is " + mostWaitingThreads + "; must be 0 or more");
            }
            if (!problems.isEmpty()) {
                throw new IllegalArgumentException("the guard can't be built: " + String.join("; ", problems));
            }
            StatusAddresses addresses = new StatusAddresses(
                    semel.store(), RequestPath.of(statusPath).text(false));
            Waiters.Places threads = new Waiters.Places(mostWaitingThreads);
            return new HttpGuard(
                    routes.stream()
                            .map(route -> new GuardedRoute(route, semel, addresses, threads))
                            .toList(),
                    addresses);
        }
    }
}
