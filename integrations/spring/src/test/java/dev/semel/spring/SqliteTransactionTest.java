package dev.semel.spring;

import dev.semel.spring.SqlContext.Database;
import org.junit.jupiter.api.DisplayName;

@DisplayName("an idempotent method in a transaction on SQLite")
class SqliteTransactionTest extends TransactionContract {
    private static final Database DATABASE = Database.sqlite();

    @Override
    Database database() {
        return DATABASE;
    }

    @Override
    boolean hasOneWriter() {
        return true;
    }
}
