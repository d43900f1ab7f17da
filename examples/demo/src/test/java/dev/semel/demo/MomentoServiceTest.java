package dev.semel.demo;

import dev.semel.boot.StoreAddress;
import dev.semel.servers.TempFolder;
import dev.semel.servers.momento.MomentoDouble;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;

@DisplayName("the demo on Momento")
class MomentoServiceTest extends ServiceContract {
    private final MomentoDouble momento = MomentoDouble.start();

    @Override
    StoreAddress store(TempFolder inFolder) {
        momento.createCache("demo");
        return StoreAddress.of(momento.address("demo"));
    }

    @AfterAll
    void stopMomento() {
        momento.close();
    }
}
