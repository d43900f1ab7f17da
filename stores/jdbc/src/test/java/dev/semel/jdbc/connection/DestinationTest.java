package dev.semel.jdbc.connection;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.StoreException;
import dev.semel.jdbc.Sources;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("another server with a database of the same name")
class DestinationTest {
    private final AtomicLong time = new AtomicLong();
    private final Destination destination = new Destination(time::get, false);

    @Test
    @DisplayName("is refused while a connection of the previous one is in use, however long that is kept")
    void kept() throws SQLException {
        destination.check(of("jdbc:other://one/app"));
        for (int i = 0; i < 10; i++) {
            pass(Duration.ofSeconds(5));
            destination.used();
        }
        assertThatThrownBy(() -> destination.check(of("jdbc:other://two/app"))).isInstanceOf(StoreException.class);
        assertThatThrownBy(destination::checkClaim).isInstanceOf(StoreException.class);
        pass(Duration.ofMinutes(1));
        assertThatCode(destination::checkClaim).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("is a failover if the previous one has been idle")
    void failover() throws SQLException {
        destination.check(of("jdbc:other://one/app"));
        pass(Duration.ofSeconds(10));
        destination.check(of("jdbc:other://two/app"));
        assertThatCode(destination::checkClaim).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("is accepted once the previous one has been out of use for ten seconds, and claims are granted again")
    void failoverUnderLoad() throws SQLException {
        AtomicReference<String> url = new AtomicReference<>("jdbc:other://one/app");
        PoolConnections connections = new PoolConnections(Sources.of(() -> of(url.get())), destination);
        connections.forReading(connection -> "before");
        url.set("jdbc:other://two/app");
        assertThatThrownBy(() -> connections.forReading(connection -> "after")).isInstanceOf(StoreException.class);
        for (int second = 1; second < 10; second++) {
            pass(Duration.ofSeconds(1));
            assertThatThrownBy(connections::checkClaim).isInstanceOf(StoreException.class);
        }
        pass(Duration.ofSeconds(1));
        assertThatCode(connections::checkClaim).doesNotThrowAnyException();
        assertThatCode(() -> connections.forReading(connection -> "after")).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("is refused as long as connections to the previous one are seen, also by claims that are refused")
    void routed() throws SQLException {
        AtomicReference<String> url = new AtomicReference<>("jdbc:other://one/app");
        PoolConnections connections = new PoolConnections(Sources.of(() -> of(url.get())), destination);
        connections.forReading(connection -> "before");
        for (int second = 1; second < 100; second++) {
            pass(Duration.ofSeconds(1));
            url.set(second % 2 == 0 ? "jdbc:other://one/app" : "jdbc:other://two/app");
            if (second == 1) {
                assertThatThrownBy(() -> connections.forReading(connection -> "other"))
                        .isInstanceOf(StoreException.class);
            }
            assertThatThrownBy(connections::checkClaim).isInstanceOf(StoreException.class);
        }
    }

    private void pass(Duration duration) {
        time.addAndGet(duration.toNanos());
    }

    private static Connection of(String url) throws SQLException {
        DatabaseMetaData named = (DatabaseMetaData) Proxy.newProxyInstance(
                DestinationTest.class.getClassLoader(),
                new Class<?>[] {DatabaseMetaData.class},
                (proxy, method, arguments) -> url);
        return Sources.around(
                DriverManager.getConnection("jdbc:sqlite::memory:"),
                (method, original) -> method.equals("getMetaData") ? named : original.run());
    }
}
