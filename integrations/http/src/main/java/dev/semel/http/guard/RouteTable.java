package dev.semel.http.guard;

import dev.semel.InvalidSettingsException;
import dev.semel.Semel;
import dev.semel.http.Dialogue;
import dev.semel.http.Entrance;
import dev.semel.http.Exchange;
import dev.semel.http.Route;
import dev.semel.http.path.RequestPath;
import dev.semel.http.status.StatusAddresses;
import dev.semel.time.Timekeeper;
import java.time.Duration;
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
    private final StatusDesk desk;

    private RouteTable(List<GuardedRoute> routes, StatusDesk desk) {
        this.routes = routes;
        this.desk = desk;
    }

    /**
     * The settings that all routes share.
     *
     * @param dialogue the dialogue of all routes, for the settings that a route does not set
     * @param statusPath the path of the status addresses
     * @param statusWait how long a caller that asks for a status may wait
     * @param maxWaitingForStatus how many such callers may wait at a time
     * @param maxWaitingThreads how many duplicates and such callers together may block a thread of the server while they wait
     */
    public record Settings(
            Dialogue dialogue,
            String statusPath,
            Duration statusWait,
            int maxWaitingForStatus,
            int maxWaitingThreads) {}

    /** Returns the table of some routes, in their order. */
    public static RouteTable of(Semel semel, List<Route> routes, Settings settings) {
        StatusAddresses addresses = new StatusAddresses(
                semel.store(), RequestPath.of(settings.statusPath()).text(false));
        Waiters.Places threads = new Waiters.Places(settings.maxWaitingThreads());
        List<GuardedRoute> guarded = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (Route route : routes) {
            try {
                Dialogue dialogue = route.dialogue().over(settings.dialogue());
                guarded.add(new GuardedRoute(route, dialogue, semel, addresses, threads));
            } catch (InvalidSettingsException e) {
                e.problems().forEach(problem -> problems.add("the route " + route.path() + ": " + problem));
            }
        }
        if (!problems.isEmpty()) {
            throw new InvalidSettingsException("the guard", problems);
        }
        StatusDesk desk = new StatusDesk(
                List.copyOf(guarded),
                addresses,
                semel.store(),
                settings.dialogue(),
                Timekeeper.system(),
                new Waiters(settings.maxWaitingForStatus(), threads),
                settings.statusWait());
        return new RouteTable(desk.routes(), desk);
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
                .filter(desk.addresses()::isOne)
                .findFirst()
                .map(found -> new StatusEntrance(desk, found, path.mount()))
                .orElse(null);
    }
}
