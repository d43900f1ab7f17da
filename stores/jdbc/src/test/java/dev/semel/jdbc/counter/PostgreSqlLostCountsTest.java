package dev.semel.jdbc.counter;

import dev.semel.servers.JdbcServer;
import dev.semel.servers.PostgresServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("counts over lost connections to PostgreSQL")
class PostgreSqlLostCountsTest extends LostCounts {
    @Override
    JdbcServer startServer() {
        return PostgresServer.start();
    }

    @Override
    String parameters() {
        return "?prepareThreshold=0";
    }

    /** REPEATABLE READ rather than READ COMMITTED. */
    @Override
    String commit() {
        return "COMMIT\u0000";
    }
}
