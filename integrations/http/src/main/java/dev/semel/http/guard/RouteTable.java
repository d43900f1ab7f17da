package dev.semel.http.guard;

import dev.semel.InvalidSettingsException;
import dev.semel.Semel;
import dev.semel.http.Entrance;
import dev.semel.http.Exchange;
import dev.semel.http.Route;
import dev.semel.http.path.RequestPath;
import dev.semel.http.status.StatusAddresses;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The routes and status addresses of a guard, by which it finds the entrance of a request. */
public final class RouteTable {
    private final List<GuardedRoute> routes;
    private final StatusAddresses addresses;

    private RouteTable(List<GuardedRoute> routes, StatusAddresses addresses) {
        this.routes = routes;
        this.addresses = addresses;
    }

    /**
     * Returns the table of some routes, in their order.
     *
     * @param maxWaitingThreads how many duplicates of all routes together may block a thread of the server while they wait
     */
    public static RouteTable of(Semel semel, List<Route> routes, String statusPath, int maxWaitingThreads) {
        StatusAddresses addresses =
                new StatusAddresses(semel.store(), RequestPath.of(statusPath).text(false));
        Waiters.Places threads = new Waiters.Places(maxWaitingThreads);
        List<GuardedRoute> guarded = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (Route route : routes) {
            try {
                guarded.add(new GuardedRoute(route, semel, addresses, threads));
            } catch (InvalidSettingsException e) {
                e.problems().forEach(problem -> problems.add("the route " + route.path() + ": " + problem));
            }
        }
        if (!problems.isEmpty()) {
            throw new InvalidSettingsException("the guard", problems);
        }
        return new RouteTable(List.copyOf(guarded), addresses);
    }

    /** Returns the names of the operations of all routes. */
    public Set<String> operations() {
        return routes.stream().map(GuardedRoute::operationName).collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the entrance of a request, or empty if it is neither guarded nor for a status address. */
    public Optional<Entrance> find(Exchange exchange) {
        Entrance entrance = route(exchange);
        return Optional.ofNullable(entrance == null ? status(exchange) : entrance);
    }

    /** Returns the first route that a reading of the path matches, with the first such reading. */
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
}
