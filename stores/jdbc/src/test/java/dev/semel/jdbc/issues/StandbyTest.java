package dev.semel.jdbc.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.StoreException;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.Pools;
import dev.semel.jdbc.counter.JdbcCounterStore;
import dev.semel.servers.JdbcServer;
import dev.semel.servers.MariaDbServer;
import dev.semel.servers.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a server that accepts no writes is refused when a store is opened; the first claim failed")
class StandbyTest {

    private static void execute(JdbcServer server, String sql) throws SQLException {
        try (HikariDataSource pool = Pools.of(server, config -> {});
                Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void open(JdbcServer server) {
        try (HikariDataSource pool = Pools.of(server, config -> {})) {
            JdbcStore.builder(pool).createSchema(true).build().close();
            JdbcCounterStore.builder(pool).createSchema(true).build().close();
        }
    }

    private static void assertRefused(JdbcServer server) {
        try (HikariDataSource pool = Pools.of(server, config -> {})) {
            assertThatThrownBy(() -> JdbcStore.on(pool))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("the primary");
            assertThatThrownBy(() -> JdbcCounterStore.on(pool))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("the primary");
        }
    }

    @Test
    @DisplayName("F6 PostgreSQL in recovery")
    void postgres() throws SQLException {
        try (PostgresServer server = PostgresServer.start()) {
            open(server);
            String folder = text(server, "SHOW data_directory");
            execute(server, "COPY (SELECT 1) TO '" + folder + "/standby.signal'");
            server.restart();
            assertThat(text(server, "SELECT pg_is_in_recovery()")).isEqualTo("t");
            assertRefused(server);
        }
    }

    @Test
    @DisplayName("F6 MariaDB that is read-only")
    void mariaDb() throws SQLException {
        try (MariaDbServer server = MariaDbServer.start()) {
            open(server);
            execute(server, "SET GLOBAL read_only = 1");
            assertRefused(server);
            execute(server, "SET GLOBAL read_only = 0");
            open(server);
        }
    }

    private static String text(JdbcServer server, String sql) throws SQLException {
        try (HikariDataSource pool = Pools.of(server, config -> {});
                Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            found.next();
            return found.getString(1);
        }
    }
}
