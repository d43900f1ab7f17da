package dev.semel.spring;

import dev.semel.servers.MariaDbServer;
import dev.semel.spring.SqlContext.Database;
import org.junit.jupiter.api.DisplayName;

@DisplayName("an idempotent method in a transaction on MariaDB")
class MariaDbTransactionTest extends TransactionContract {
    @Override
    Database database() {
        return Database.of(MariaDbServer.shared());
    }
}
