package dev.semel.spring;

import dev.semel.servers.MariaDbServer;
import dev.semel.spring.SqlContext.Database;
import org.junit.jupiter.api.DisplayName;

@DisplayName("an HTTP route in transactions on MariaDB")
class MariaDbRouteTest extends RouteContract {
    private static final Database DATABASE = Database.of(MariaDbServer.shared());

    @Override
    Database database() {
        return DATABASE;
    }
}
