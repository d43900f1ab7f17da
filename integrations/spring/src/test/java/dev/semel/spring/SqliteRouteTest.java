package dev.semel.spring;

import dev.semel.spring.SqlContext.Database;
import org.junit.jupiter.api.DisplayName;

@DisplayName("an HTTP route in transactions on SQLite")
class SqliteRouteTest extends RouteContract {
    private static final Database DATABASE = Database.sqlite();

    @Override
    Database database() {
        return DATABASE;
    }
}
