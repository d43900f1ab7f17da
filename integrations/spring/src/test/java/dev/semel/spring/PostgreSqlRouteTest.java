package dev.semel.spring;

import dev.semel.servers.PostgresServer;
import dev.semel.spring.SqlContext.Database;
import org.junit.jupiter.api.DisplayName;

@DisplayName("an HTTP route in transactions on PostgreSQL")
class PostgreSqlRouteTest extends RouteContract {
    @Override
    Database database() {
        return Database.of(PostgresServer.shared());
    }
}
