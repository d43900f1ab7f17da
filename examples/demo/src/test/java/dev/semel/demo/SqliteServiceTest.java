package dev.semel.demo;

import dev.semel.boot.StoreAddress;
import dev.semel.servers.TempFolder;
import org.junit.jupiter.api.DisplayName;

@DisplayName("the demo on SQLite")
class SqliteServiceTest extends ServiceContract {
    @Override
    StoreAddress store(TempFolder inFolder) {
        return StoreAddress.of("sqlite:" + inFolder.resolve("demo.db"));
    }
}
