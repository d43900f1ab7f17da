package dev.semel.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.InvalidKeyException;
import dev.semel.Semel;
import dev.semel.store.StoreException;
import dev.semel.store.StoredRecord;
import dev.semel.store.UnreadableRecordException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Guards HTTP endpoints: the first request with a key runs, every other one gets the same answer. An adapter hands requests in and sends
 * the answers that come out; it knows the server, this knows the rules. Safe for use by many threads.
 *
 * <pre>{@code
 * HttpGuard guard = HttpGuard.on(semel)
 *         .route(Route.to("/payments", "payments.create").whileRunning(Duplicates.waitUpTo(Duration.ofSeconds(5))))
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
    public static Builder on(Semel semel) {
        return new Builder(semel);
    }

    /**
     * Guards a request.
     *
     * @param handler runs the application if the request may run: on the calling thread, within this call, unless another request has to be
     *     waited for first; then on a thread of Semel's, which it must not block
     * @return the answer to send; empty if the request is none of Semel's business: its body has not been touched, so let it through
     * @throws IOException if the body can't be read; nothing has run
     */
    public Optional<CompletionStage<Answer>> handle(Exchange exchange, Handler handler) throws IOException {
        Found found = find(exchange);
        if (found == null) {
            return Optional.empty();
        }
        return found.ambiguous()
                ? Optional.of(CompletableFuture.completedFuture(ambiguous()))
                : found.route().handle(found, handler);
    }

    private static Answer ambiguous() {
        return Problem.PATH_AMBIGUOUS.answer(
                "Send it with a path that has no dot segments, encoded slashes or backslashes.");
    }

    /** Whether {@link #handle} may have something to do with a request. */
    public boolean isGuarded(Exchange exchange) {
        return find(exchange) != null;
    }

    /**
     * Returns how many bytes of a request's body {@link #handle} takes at most; empty if it does not read the body. An adapter that must not
     * block reads that many and one more before it calls {@link #handle}, and hands those in as the body.
     */
    public OptionalInt requestLimit(Exchange exchange) {
        Found found = find(exchange);
        return found == null || found.ambiguous() || !found.route().readsBody(found)
                ? OptionalInt.empty()
                : OptionalInt.of(found.route().requestLimit());
    }

    /**
     * The most bytes of an answer to a request that are kept; 0 if it isn't guarded. An adapter need not gather more: an answer with
     * more bytes in its body than this can be handed in with those that are there, and sent on to its end when it comes back.
     */
    public int answerLimit(Exchange exchange) {
        Found found = find(exchange);
        return found == null ? 0 : found.route().answerLimit();
    }

    /**
     * Whether a request runs in something else than a lease, such as a transaction. Its handler then has to do all its work before it returns, on
     * the thread that it is called on, and the stage that it returns has to be complete.
     */
    public boolean runsInPlace(Exchange exchange) {
        Found found = find(exchange);
        return found != null && found.route().runsInPlace();
    }

    /** Returns the names of the operations of all routes. */
    public Set<String> operations() {
        return routes.stream().map(GuardedRoute::operationName).collect(Collectors.toUnmodifiableSet());
    }

    /** The first route that a reading of the path matches; the first reading that does. */
    private @Nullable Found find(Exchange exchange) {
        List<GuardedRoute> taking =
                routes.stream().filter(route -> route.takes(exchange.method())).toList();
        if (taking.isEmpty()) {
            return null;
        }
        Found first = null;
        for (RequestPath reading : RequestPath.readings(exchange.path(), exchange.mounts())) {
            GuardedRoute route = first(taking, reading);
            if (route != null && first == null) {
                first = new Found(route, exchange, reading, false);
            } else if (route != null && first != null && route != first.route()) {
                return new Found(first.route(), exchange, first.read(), true);
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

    /**
     * The status of a request, for GET and HEAD requests to the {@linkplain Builder#statusPath status path}. Only who could have sent the request
     * gets to see it; to anybody else the key does not exist. The answer to HEAD is that to GET: servers leave out its body.
     *
     * @return empty if the path is not one of a status address
     */
    public Optional<Answer> status(Exchange exchange) {
        String path = statusPath(exchange);
        if (path == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(addresses
                    .find(path)
                    .flatMap(address -> routes.stream()
                            .filter(route -> route.operationName().equals(address.operation()))
                            .findFirst()
                            .flatMap(route -> route.find(exchange, address)))
                    .map(HttpGuard::describe)
                    .orElseGet(HttpGuard::unknown));
        } catch (InvalidKeyException | IllegalArgumentException e) {
            return Optional.of(unknown());
        } catch (StoreException e) {
            return Optional.of(Problem.STORE_UNAVAILABLE.answer("Ask again later."));
        } catch (UnreadableRecordException e) {
            return Optional.of(Failures.answerTo(e, null));
        }
    }

    /** Whether {@link #status} has something to say of a request; it does not ask the store. */
    public boolean isStatusAddress(Exchange exchange) {
        return statusPath(exchange) != null;
    }

    /** The canonical path of a status address; {@code null} if the request is not for one. */
    private @Nullable String statusPath(Exchange exchange) {
        String method = exchange.method();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            return null;
        }
        RequestPath path =
                RequestPath.readings(exchange.path(), exchange.mounts()).get(0);
        return Stream.of(path.text(false), path.text(true))
                .filter(addresses::isOne)
                .findFirst()
                .orElse(null);
    }

    private static Answer unknown() {
        return Problem.UNKNOWN_KEY.answer(
                "It was never used here, was forgotten since, or is in a transaction that has not ended.");
    }

    private static Answer describe(StoredRecord record) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("operation", record.id().operation());
        document.put("state", record.state().name().toLowerCase(Locale.ROOT));
        document.put("attempt", record.attempt());
        document.put("since", record.createdAt().toString());
        return Answer.of(
                200,
                List.of(new Header("Content-Type", "application/json"), new Header("Cache-Control", "no-store")),
                document.toString().getBytes(StandardCharsets.UTF_8));
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
