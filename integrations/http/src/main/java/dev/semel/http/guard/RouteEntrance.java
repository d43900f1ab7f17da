package dev.semel.http.guard;

import dev.semel.http.Entrance;
import dev.semel.http.Entry;
import dev.semel.http.Exchange;
import dev.semel.http.path.RequestPath;
import dev.semel.http.request.RouteExchange;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The entrance of a guarded route.
 *
 * @param read the reading of the path that matches the route
 * @param ambiguous whether another reading of the path matches another route
 */
record RouteEntrance(GuardedRoute route, RequestPath read, boolean ambiguous) implements Entrance {

    @Override
    public Optional<String> operation() {
        return Optional.of(route.operationName());
    }

    @Override
    public boolean threadBound() {
        return route.threadBound();
    }

    @Override
    public OptionalInt requestLimit(Exchange exchange) {
        return !ambiguous && route.readsBody(exchange) ? OptionalInt.of(route.requestLimit()) : OptionalInt.empty();
    }

    @Override
    public Entry enter(Exchange exchange) throws IOException {
        return ambiguous
                ? route.ambiguous()
                : route.enter(new RouteExchange(exchange, route.pathOf(read), read.mount()));
    }
}
