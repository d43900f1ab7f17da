package dev.semel.demo;

import dev.semel.boot.StoreAddress;
import dev.semel.servers.RedisServer;
import dev.semel.servers.TempFolder;
import org.junit.jupiter.api.DisplayName;

@DisplayName("the demo on Redis")
class RedisServiceTest extends ServiceContract {
    @Override
    StoreAddress store(TempFolder inFolder) {
        return StoreAddress.of(RedisServer.shared().uri());
    }
}
