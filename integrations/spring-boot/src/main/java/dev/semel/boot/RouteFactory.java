package dev.semel.boot;

import dev.semel.http.Route;
import dev.semel.http.RouteBuilder;
import dev.semel.http.RouteQuota;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the routes of an application. */
final class RouteFactory {
    private static final Logger LOG = LoggerFactory.getLogger("dev.semel.boot");

    private final Routes routes;
    private final List<RouteCustomizer> customizers;
    private final Transactions transactions;
    private final Quotas quotas;

    /**
     * How routes run in transactions.
     *
     * @param routes {@code null} if there are no transactions that the store could take part in
     * @param required whether a route that is transactional if possible has to be so
     */
    record Transactions(@Nullable TransactionalRoutes routes, boolean required) {
        static Transactions of(@Nullable TransactionalRoutes routes, SemelProperties settings) {
            return new Transactions(routes, settings.transactions() == SemelProperties.Transactions.REQUIRED);
        }

        boolean apply(RouteBuilder route) {
            return routes != null && routes.apply(route);
        }
    }

    RouteFactory(Routes routes, List<RouteCustomizer> customizers, Transactions transactions, Quotas quotas) {
        this.routes = routes;
        this.customizers = customizers;
        this.transactions = transactions;
        this.quotas = quotas;
    }

    Route of(RouteProperties settings, int index) {
        RouteBuilder route = routes.of(settings, index);
        if (settings.transactional() != RouteProperties.Transactional.NEVER) {
            applyTransaction(settings, index, route);
        }
        if (settings.quota() != null) {
            route.quota(quota(settings.quota(), index));
        }
        String operation = String.valueOf(settings.operation());
        customizers.forEach(customizer -> customizer.customize(operation, route));
        return route.build();
    }

    private RouteQuota quota(String name, int index) {
        return quotas.find(name)
                .orElseThrow(() -> new WrongSettingException(
                        "semel.http.routes[" + index + "].quota is " + name + ", and there is no quota of that name",
                        "Set it up, such as semel.quotas." + name + ".per-month=10000, or correct the name."));
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
                            + ", and the store can't share a transaction with the application's rows",
                    "Leave semel.store unset so that the records are in the database of the application's DataSource, and"
                            + " see that there is a PlatformTransactionManager; or choose if-possible or never. With WebFlux there are no such transactions.");
        }
        LOG.info(
                "semel.http.routes[{}] ({}) runs under a lease: the store can't share a transaction with the application's"
                        + " rows. Set semel.transactions=required to forbid that.",
                index,
                settings.operation());
    }
}
