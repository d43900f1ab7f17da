package dev.semel.boot.http;

import dev.semel.boot.OperationPolicies;
import dev.semel.boot.Quotas;
import dev.semel.boot.RouteCustomizer;
import dev.semel.boot.RouteProperties;
import dev.semel.boot.SemelProperties;
import dev.semel.boot.WrongSettingException;
import dev.semel.boot.route.RouteDraft;
import dev.semel.http.Route;
import dev.semel.http.RouteBuilder;
import dev.semel.http.quota.RouteQuota;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Builds the routes of an application from its settings and its customizers. */
final class RouteFactory {
    private static final Logger LOG = LoggerFactory.getLogger("dev.semel.boot");

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
     * Builds all routes.
     *
     * @param ofAll what is set for all routes
     * @throws WrongSettingException with the problems of all routes
     */
    List<Route> all(List<RouteProperties> settings, RouteDraft.OfAll ofAll) {
        List<Route> routes = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        Set<String> advice = new LinkedHashSet<>();
        for (int i = 0; i < settings.size(); i++) {
            try {
                routes.add(of(settings.get(i), i, ofAll));
            } catch (WrongSettingException e) {
                problems.addAll(e.problems());
                advice.add(e.advice());
            }
        }
        if (!problems.isEmpty()) {
            throw new WrongSettingException(problems, String.join(" ", advice));
        }
        return routes;
    }

    /**
     * Builds a route.
     *
     * @param index the position in {@code semel.http.routes}, for messages
     * @throws WrongSettingException if the settings are invalid
     */
    Route of(RouteProperties settings, int index, RouteDraft.OfAll ofAll) {
        String operation = required(settings.operation(), index, "operation");
        RouteBuilder route = RouteDraft.of(
                required(settings.path(), index, "path"),
                operation,
                policies.of(settings, operation, index),
                settings,
                ofAll);
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
