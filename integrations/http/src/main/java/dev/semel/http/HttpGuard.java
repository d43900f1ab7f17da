package dev.semel.http;

import dev.semel.Semel;
import dev.semel.http.guard.RouteTable;
import java.time.Duration;
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
        private static final Duration LONGEST_STATUS_WAIT = Duration.ofMinutes(10);

        private final Semel semel;
        private final List<Route> routes = new ArrayList<>();
        private String statusPath = "/idempotency";
        private int mostWaitingThreads = 16;
        private Dialogue dialogue = Dialogue.DEFAULT;
        private Duration statusWait = Duration.ofSeconds(20);
        private int mostWaitingForStatus = 100;

        private Builder(Semel semel) {
            this.semel = Objects.requireNonNull(semel, "semel");
        }

        /** Adds a route. The first route that matches a request guards it. */
        public Builder route(Route route) {
            routes.add(Objects.requireNonNull(route, "route"));
            return this;
        }

        /**
         * Applies the settings of a dialogue, for status addresses and for all routes that do not set them. A setting that is unset in it does not
         * change.
         */
        public Builder dialogue(Dialogue choice) {
            dialogue = choice.over(dialogue);
            return this;
        }

        /** Sets the path of the status addresses. Defaults to {@code /idempotency}. */
        public Builder statusPath(String path) {
            statusPath = Objects.requireNonNull(path, "path");
            return this;
        }

        /**
         * Sets how long a caller that asks a status address with {@code Prefer: wait=N} (RFC 7240) may wait for the end of the request. Defaults to 20
         * seconds; at most 10 minutes; with zero no caller waits.
         */
        public Builder statusWait(Duration longest) {
            statusWait = Objects.requireNonNull(longest, "longest");
            return this;
        }

        /**
         * Sets how many callers may wait for a status at a time. Defaults to 100. Any further one gets the present status. Each of them asks the store
         * about twice a second. Those that block a thread are bounded by {@link #maxWaitingThreads} as well.
         */
        public Builder maxWaitingForStatus(int count) {
            mostWaitingForStatus = count;
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
            dialogue.problems().values().forEach(problem -> problems.add("the dialogue: " + problem));
            if (statusWait.isNegative() || statusWait.compareTo(LONGEST_STATUS_WAIT) > 0) {
                problems.add("statusWait is " + statusWait + "; must be between 0s and 10m");
            }
            if (mostWaitingForStatus < 0) {
                problems.add("maxWaitingForStatus is " + mostWaitingForStatus + "; must be 0 or more");
            }
            if (mostWaitingThreads < 0) {
                problems.add("maxWaitingThreads is " + mostWaitingThreads + "; must be 0 or more");
            }
            if (!problems.isEmpty()) {
                throw new IllegalArgumentException("the guard cannot be built: " + String.join("; ", problems));
            }
            return new HttpGuard(
                    routes,
                    RouteTable.of(
                            semel,
                            routes,
                            new RouteTable.Settings(
                                    dialogue, statusPath, statusWait, mostWaitingForStatus, mostWaitingThreads)));
        }
    }
}
