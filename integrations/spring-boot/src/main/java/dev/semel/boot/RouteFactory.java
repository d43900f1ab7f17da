package dev.semel.boot;

import dev.semel.http.Route;
import dev.semel.http.RouteQuota;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the routes of an application. */
final class RouteFactory {
    private final Routes routes;
    private final List<RouteCustomizer> customizers;
    private final @Nullable TransactionalRoutes transactions;
    private final Quotas quotas;

    RouteFactory(
            Routes routes,
            List<RouteCustomizer> customizers,
            @Nullable TransactionalRoutes transactions,
            Quotas quotas) {
        this.routes = routes;
        this.customizers = customizers;
        this.transactions = transactions;
        this.quotas = quotas;
    }

    Route of(RouteProperties settings, int index) {
        Route route = routes.of(settings, index);
        if (settings.transactional() != RouteProperties.Transactional.NEVER) {
            applyTransaction(settings, index, route);
        }
        if (settings.quota() != null) {
            route.quota(quota(settings.quota(), index));
        }
        String operation = String.valueOf(settings.operation());
        customizers.forEach(customizer -> customizer.customize(operation, route));
        return route;
    }

    private RouteQuota quota(String name, int index) {
        return quotas.find(name)
                .orElseThrow(() -> new WrongSettingException(
                        "semel.http.routes[" + index + "].quota is " + name + ", and there is no quota of that name",
                        "Set it up, such as semel.quotas." + name + ".per-month=10000, or correct the name."));
    }

    private void applyTransaction(RouteProperties settings, int index, Route route) {
        boolean applied = transactions != null && transactions.apply(route);
        if (!applied && settings.transactional() == RouteProperties.Transactional.ALWAYS) {
            throw new WrongSettingException(
                    "semel.http.routes[" + index
                            + "].transactional is always, and the store can't share a transaction with"
                            + " the application's rows",
                    "Leave semel.store unset so that the records are in the database of the application's DataSource, and"
                            + " see that there is a PlatformTransactionManager; or choose if-possible or never. With WebFlux there are no such transactions.");
        }
    }
}
