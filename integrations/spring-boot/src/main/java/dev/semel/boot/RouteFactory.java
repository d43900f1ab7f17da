package dev.semel.boot;

import dev.semel.http.Route;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the routes of an application. */
final class RouteFactory {
    private final Routes routes;
    private final List<RouteCustomizer> customizers;
    private final @Nullable TransactionalRoutes transactions;

    RouteFactory(Routes routes, List<RouteCustomizer> customizers, @Nullable TransactionalRoutes transactions) {
        this.routes = routes;
        this.customizers = customizers;
        this.transactions = transactions;
    }

    Route of(RouteProperties settings, int index) {
        Route route = routes.of(settings, index);
        if (settings.transactional() != RouteProperties.Transactional.NEVER) {
            applyTransaction(settings, index, route);
        }
        String operation = String.valueOf(settings.operation());
        customizers.forEach(customizer -> customizer.customize(operation, route));
        return route;
    }

    private void applyTransaction(RouteProperties settings, int index, Route route) {
        boolean applied = transactions != null && transactions.apply(route);
        if (!applied && settings.transactional() == RouteProperties.Transactional.ALWAYS) {
            throw new WrongSettingException(
                    "semel.http.routes[" + index
                            + "].transactional is always, and the store can't share a transaction with"
                            + " the application's rows",
                    "Leave semel.store unset so that the records are in the database of the application's DataSource, and"
                            + " see that there is a PlatformTransactionManager; or choose if-possible or never.");
        }
    }
}
