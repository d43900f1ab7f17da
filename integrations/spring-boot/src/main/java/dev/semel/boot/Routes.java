package dev.semel.boot;

import dev.semel.Policies;
import dev.semel.http.Duplicates;
import dev.semel.http.Exchange;
import dev.semel.http.Route;
import dev.semel.jackson.JsonKey;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Makes routes of what is set. */
final class Routes {
    private static final Duration WAIT = Duration.ofSeconds(5);

    private final OperationPolicies policies;

    Routes(OperationPolicies policies) {
        this.policies = policies;
    }

    Route of(RouteProperties settings, int index) {
        String path = required(settings.path(), index, "path");
        String operation = required(settings.operation(), index, "operation");
        Route route = Route.to(path, operation)
                .maxWaiting(settings.maxWaiting())
                .methods(settings.methods().toArray(String[]::new))
                .statusOfOtherRequest(settings.statusOfOtherRequest())
                .limits(
                        bytes(settings.maxRequest().toBytes()),
                        bytes(settings.maxAnswer().toBytes()))
                .replayingHeaders(settings.replayedHeaders().toArray(String[]::new));
        if (settings.trailingSlashMatters()) {
            route.trailingSlashMatters();
        }
        applyKey(settings, route);
        applyContent(settings, route);
        applyPolicy(settings, policies.of(operation), route);
        return route;
    }

    private static String required(@Nullable String value, int index, String name) {
        if (value == null || value.isBlank()) {
            throw new WrongSettingException(
                    "semel.http.routes[" + index + "]." + name + " is not set",
                    "Give each route a path, such as /payments, and an operation, such as payments.create.");
        }
        return value;
    }

    private static int bytes(long size) {
        return Math.toIntExact(Math.min(size, Integer.MAX_VALUE - 8));
    }

    private static void applyKey(RouteProperties settings, Route route) {
        route.keyHeader(settings.keyHeader());
        if (!settings.keyInBody().isEmpty()) {
            route.keyInBody(JsonKey.at(settings.keyInBody().toArray(String[]::new)));
        }
        if (!settings.keyRequired()) {
            route.keyOptional();
        }
        if (settings.allowAnonymous() || settings.scope() == RouteProperties.Scope.SHARED) {
            route.allowAnonymous();
        }
        switch (settings.scope()) {
            case ENDPOINT -> {} // what a route does by itself
            case PRINCIPAL -> route.scope(Routes::principal);
            case SHARED -> route.scope(exchange -> "shared");
        }
    }

    /** With something in front, so that no principal is taken for none. */
    private static String principal(Exchange exchange) {
        String principal = exchange.principal();
        return principal == null ? "nobody" : "principal " + principal;
    }

    private static void applyContent(RouteProperties settings, Route route) {
        if (settings.rawBodies()) {
            route.compareRawBodies();
        }
        if (!settings.leavingOut().isEmpty()) {
            route.leavingOut(settings.leavingOut().toArray(String[]::new));
        }
        route.countingHeaders(settings.countingHeaders().toArray(String[]::new));
        if (settings.replayFailures()) {
            route.storing(answer -> true);
        }
    }

    private static void applyPolicy(RouteProperties settings, OperationProperties policy, Route route) {
        RouteProperties.WhileRunning running = first(settings.whileRunning(), policy.whileRunning());
        Duration wait = first(settings.waitUpTo(), policy.waitUpTo());
        if (running == RouteProperties.WhileRunning.WAIT || (running == null && wait != null)) {
            route.whileRunning(Duplicates.waitUpTo(wait == null ? WAIT : wait));
        } else if (running == RouteProperties.WhileRunning.ACCEPTED) {
            route.whileRunning(Duplicates.accepted());
        }
        Duration retention = first(settings.retention(), policy.retention());
        if (retention != null) {
            route.retention(retention);
        }
        if (settings.refusalRetention() != null) {
            route.refusalRetention(settings.refusalRetention());
        }
        Duration lease = first(settings.lease(), policy.lease());
        if (lease != null) {
            route.lease(lease);
        }
        if (first(settings.afterAbandonment(), policy.afterAbandonment()) == RouteProperties.AfterAbandonment.HOLD) {
            route.afterAbandonment(Policies.hold());
        }
        boolean openByPolicy = policy.withoutStore() == OperationProperties.Without.RUN_UNPROTECTED;
        Boolean open = settings.failOpen();
        if (open == null ? openByPolicy : open) {
            route.failOpen();
        }
    }

    private static <T> @Nullable T first(@Nullable T choice, @Nullable T otherwise) {
        return choice == null ? otherwise : choice;
    }
}
