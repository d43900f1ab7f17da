package dev.semel.boot;

import dev.semel.Policies;
import dev.semel.Policy;
import dev.semel.http.Exchange;
import dev.semel.http.Route;
import dev.semel.http.RouteBuilder;
import dev.semel.jackson.JsonKey;
import org.jspecify.annotations.Nullable;

/** Makes routes of what is set. */
final class Routes {
    private final OperationPolicies policies;

    Routes(OperationPolicies policies) {
        this.policies = policies;
    }

    RouteBuilder of(RouteProperties settings, int index) {
        String path = required(settings.path(), index, "path");
        String operation = required(settings.operation(), index, "operation");
        RouteBuilder route = Route.builder(path, operation)
                .policy(policy(settings, operation, index))
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
        if (settings.refusalRetention() != null) {
            route.refusalRetention(settings.refusalRetention());
        }
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

    private static void applyKey(RouteProperties settings, RouteBuilder route) {
        route.keyHeader(settings.keyHeader());
        if (!settings.keyInBody().isEmpty()) {
            route.keyInBody(JsonKey.at(settings.keyInBody().toArray(String[]::new)));
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

    private static void applyContent(RouteProperties settings, RouteBuilder route) {
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

    /** What is set for the route, over what is set for its operation. */
    private Policy policy(RouteProperties settings, String operation, int index) {
        PolicyReader reader = new PolicyReader();
        String prefix = "semel.http.routes[" + index + "]";
        Policy policy = Policy.DEFAULT;
        policy = reader.with(policy, prefix, "retention", settings.retention());
        policy = reader.with(policy, prefix, "lease", settings.lease());
        policy = reader.with(policy, prefix, "while-running", settings.whileRunning());
        policy = reader.with(policy, prefix, "wait-up-to", settings.waitUpTo());
        policy = reader.with(policy, prefix, "after-abandonment", settings.afterAbandonment());
        reader.throwIfAny();
        if (settings.failOpen() != null) {
            policy = policy.withoutStore(settings.failOpen() ? Policies.runUnprotected() : Policies.refuse());
        }
        // Always set, so that the operation's own setting can't make the key of a route optional.
        return policy.withoutKey(settings.keyRequired() ? Policies.refuse() : Policies.runUnprotected())
                .over(policies.of(operation));
    }
}
