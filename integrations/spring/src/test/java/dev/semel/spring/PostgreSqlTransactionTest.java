package dev.semel.spring;

import dev.semel.servers.PostgresServer;
import dev.semel.spring.SqlContext.Database;
import org.junit.jupiter.api.DisplayName;

@DisplayName("an idempotent method in a transaction on PostgreSQL")
class PostgreSqlTransactionTest extends TransactionContract {
    private static final Database DATABASE = Database.of(PostgresServer.shared());

    @Override
    Database database() {
        return DATABASE;
    }
}
