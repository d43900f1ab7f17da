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
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("another server with a database of the same name")
class DestinationTest {
    private final AtomicLong time = new AtomicLong();
    private final Destination destination = new Destination(time::get);

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
