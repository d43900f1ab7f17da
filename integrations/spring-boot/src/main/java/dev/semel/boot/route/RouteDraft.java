package dev.semel.boot.route;

import dev.semel.boot.RouteProperties;
import dev.semel.http.Dialogue;
import dev.semel.http.Exchange;
import dev.semel.http.Route;
import dev.semel.http.RouteBuilder;
import dev.semel.http.profile.HttpProfile;
import dev.semel.jackson.JsonKey;
import dev.semel.policy.Policy;

/** Builds what the settings of a route determine. Customizers, transactions and quotas are applied to it afterwards. */
public final class RouteDraft {
    /** The scope of callers without a principal. It is part of stored records, so it must not change. */
    private static final String ANONYMOUS = "nobody";

    private RouteDraft() {}

    /**
     * What is set for all routes.
     *
     * @param profile the profile of routes that set none
     * @param dialogue takes precedence over that profile
     */
    public record OfAll(HttpProfile profile, Dialogue dialogue) {}

    /**
     * Returns the name of a setting of a route.
     *
     * @param index the position in {@code semel.http.routes}
     */
    public static String name(int index, String setting) {
        return "semel.http.routes[" + index + "]." + setting;
    }

    /**
     * Builds a route.
     *
     * @param ofAll what is set for all routes
     * @throws IllegalArgumentException if a JSON Pointer is invalid
     */
    public static RouteBuilder of(String path, String operation, Policy policy, RouteProperties settings, OfAll ofAll) {
        HttpProfile profile = settings.profile();
        RouteBuilder route = Route.builder(path, operation);
        if (profile == null) {
            route.apply(ofAll.profile()).dialogue(ofAll.dialogue());
        } else {
            route.apply(profile);
        }
        boolean needsKey = route.build().keyRequired();
        route.policy(policy).dialogue(DialogueDraft.of(settings.dialogue()));
        if (settings.keyRequired() == null && !needsKey) {
            route.keyOptional();
        }
        applyRequests(settings, route);
        applyKey(settings, route);
        applyBodies(settings, route);
        applyAnswers(settings, route);
        return route;
    }

    private static void applyRequests(RouteProperties settings, RouteBuilder route) {
        if (settings.methods() != null) {
            route.methods(settings.methods().toArray(String[]::new));
        }
        route.limits(
                        bytes(settings.maxRequest().toBytes()),
                        bytes(settings.maxAnswer().toBytes()))
                .maxWaiting(settings.maxWaiting());
        if (settings.trailingSlashMatters()) {
            route.trailingSlashMatters();
        }
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
            case ENDPOINT -> {} // the default of a route
            case PRINCIPAL -> route.scope(RouteDraft::principal);
            case SHARED -> route.scope(exchange -> "shared");
        }
    }

    /** Returns the principal with a prefix, so that no principal is mistaken for a missing one. */
    private static String principal(Exchange exchange) {
        String principal = exchange.principal();
        return principal == null ? ANONYMOUS : "principal " + principal;
    }

    private static void applyBodies(RouteProperties settings, RouteBuilder route) {
        if (settings.rawBodies()) {
            route.compareRawBodies();
        }
        if (!settings.leavingOut().isEmpty()) {
            route.leavingOut(settings.leavingOut().toArray(String[]::new));
        }
        if (!settings.comparingOnly().isEmpty()) {
            route.comparingOnly(settings.comparingOnly().toArray(String[]::new));
        }
        route.countingHeaders(settings.countingHeaders().toArray(String[]::new));
    }

    private static void applyAnswers(RouteProperties settings, RouteBuilder route) {
        if (settings.statusOfOtherRequest() != null) {
            route.statusOfOtherRequest(settings.statusOfOtherRequest());
        }
        route.replayingHeaders(settings.replayedHeaders().toArray(String[]::new))
                .redacting(settings.redacting().toArray(String[]::new))
                .redactingHeaders(settings.redactingHeaders().toArray(String[]::new));
        if (settings.replayFailures()) {
            route.storing(answer -> true);
        }
        if (settings.refusalRetention() != null) {
            route.refusalRetention(settings.refusalRetention());
        }
    }
}
