package dev.semel.jdbc;

import org.junit.jupiter.api.DisplayName;

@DisplayName("lost connections to PostgreSQL when most claims are new")
class PostgreSqlLostInsertsTest extends PostgreSqlLostConnectionsTest {
    @Override
    int replays() {
        return 0;
    }
}
