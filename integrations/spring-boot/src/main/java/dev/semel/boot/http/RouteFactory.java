package dev.semel.boot.http;

import dev.semel.boot.OperationPolicies;
import dev.semel.boot.Quotas;
import dev.semel.boot.RouteCustomizer;
import dev.semel.boot.RouteProperties;
import dev.semel.boot.SemelProperties;
import dev.semel.boot.WrongSettingException;
import dev.semel.http.Exchange;
import dev.semel.http.Route;
import dev.semel.http.RouteBuilder;
import dev.semel.http.RouteQuota;
import dev.semel.jackson.JsonKey;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Builds the routes of an application from its settings and its customizers. */
final class RouteFactory {
    private static final Logger LOG = LoggerFactory.getLogger("dev.semel.boot");

    /** The scope of callers without a principal. It is part of stored records, so it must not change. */
    private static final String ANONYMOUS = "nobody";

    private final OperationPolicies policies;
    private final List<RouteCustomizer> customizers;
    private final Transactions transactions;
    private final Quotas quotas;

    /**
     * How routes run in transactions.
     *
     * @param routes {@code null} if there are no transactions that the store could join
     * @param required whether a route that is transactional if possible has to be transactional
     */
    record Transactions(@Nullable TransactionalRoutes routes, boolean required) {
        static Transactions of(@Nullable TransactionalRoutes routes, SemelProperties settings) {
            return new Transactions(routes, settings.transactions() == SemelProperties.Transactions.REQUIRED);
        }

        boolean apply(RouteBuilder route) {
            return routes != null && routes.apply(route);
        }
    }

    RouteFactory(
            OperationPolicies policies, List<RouteCustomizer> customizers, Transactions transactions, Quotas quotas) {
        this.policies = policies;
        this.customizers = customizers;
        this.transactions = transactions;
        this.quotas = quotas;
    }

    /**
     * Builds a route.
     *
     * @param index the position in {@code semel.http.routes}, for messages
     * @throws WrongSettingException if the settings are invalid
     */
    Route of(RouteProperties settings, int index) {
        String operation = required(settings.operation(), index, "operation");
        RouteBuilder route = Route.builder(required(settings.path(), index, "path"), operation)
                .policy(policies.of(settings, operation, index));
        applyRequests(settings, route);
        applyKey(settings, route);
        applyBodies(settings, route);
        applyAnswers(settings, route);
        if (settings.transactional() != RouteProperties.Transactional.NEVER) {
            applyTransaction(settings, index, route);
        }
        if (settings.quota() != null) {
            route.quota(quota(settings.quota(), index));
        }
        customizers.forEach(customizer -> customizer.customize(operation, route));
        return route.build();
    }

    private static String required(@Nullable String value, int index, String name) {
        if (value == null || value.isBlank()) {
            throw new WrongSettingException(
                    "semel.http.routes[" + index + "]." + name + " is not set",
                    "Set a path, such as /payments, and an operation, such as payments.create, for each route.");
        }
        return value;
    }

    private static void applyRequests(RouteProperties settings, RouteBuilder route) {
        route.methods(settings.methods().toArray(String[]::new))
                .limits(
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
            case PRINCIPAL -> route.scope(RouteFactory::principal);
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
        route.countingHeaders(settings.countingHeaders().toArray(String[]::new));
    }

    private static void applyAnswers(RouteProperties settings, RouteBuilder route) {
        route.statusOfOtherRequest(settings.statusOfOtherRequest())
                .replayingHeaders(settings.replayedHeaders().toArray(String[]::new));
        if (settings.replayFailures()) {
            route.storing(answer -> true);
        }
        if (settings.refusalRetention() != null) {
            route.refusalRetention(settings.refusalRetention());
        }
    }

    private RouteQuota quota(String name, int index) {
        return quotas.find(name)
                .orElseThrow(() -> new WrongSettingException(
                        "semel.http.routes[" + index + "].quota is " + name + ", and there is no quota of that name",
                        "Define it, such as semel.quotas." + name + ".per-month=10000, or correct the name."));
    }

    private void applyTransaction(RouteProperties settings, int index, RouteBuilder route) {
        if (transactions.apply(route)) {
            return;
        }
        boolean always = settings.transactional() == RouteProperties.Transactional.ALWAYS;
        if (always || transactions.required()) {
            throw new WrongSettingException(
                    (always
                                    ? "semel.http.routes[" + index + "].transactional is always"
                                    : "semel.transactions is required, and semel.http.routes[" + index
                                            + "].transactional is if-possible")
                            + ", but the store cannot share a transaction with the application's rows",
                    "Leave semel.store unset so that the records are in the database of the application's DataSource, and"
                            + " make sure that there is a PlatformTransactionManager; or choose if-possible or never. WebFlux"
                            + " has no such transactions.");
        }
        LOG.info(
                "semel.http.routes[{}] ({}) runs under a lease: the store cannot share a transaction with the application's"
                        + " rows. Set semel.transactions=required to forbid that.",
                index,
                settings.operation());
    }
}
