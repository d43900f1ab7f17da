package dev.semel.spring;

import dev.semel.servers.MariaDbServer;
import dev.semel.spring.SqlContext.Database;
import org.junit.jupiter.api.DisplayName;

@DisplayName("an HTTP route in transactions on MariaDB")
class MariaDbRouteTest extends RouteContract {
    @Override
    Database database() {
        return Database.of(MariaDbServer.shared());
    }
}
