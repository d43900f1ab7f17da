package dev.semel.demo;

import dev.semel.boot.StoreAddress;
import dev.semel.servers.PostgresServer;
import dev.semel.servers.TempFolder;
import org.junit.jupiter.api.DisplayName;

@DisplayName("the demo on PostgreSQL")
class PostgreSqlServiceTest extends ServiceContract {
    @Override
    StoreAddress store(TempFolder inFolder) {
        return StoreAddress.of(PostgresServer.shared().jdbcUrl() + "?user="
                + PostgresServer.shared().user());
    }
}
