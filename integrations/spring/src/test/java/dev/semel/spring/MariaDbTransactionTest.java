package dev.semel.spring;

import dev.semel.servers.MariaDbServer;
import dev.semel.spring.SqlContext.Database;
import org.junit.jupiter.api.DisplayName;

@DisplayName("an idempotent method in a transaction on MariaDB")
class MariaDbTransactionTest extends TransactionContract {
    private static final Database DATABASE = Database.of(MariaDbServer.shared());

    @Override
    Database database() {
        return DATABASE;
    }
}
