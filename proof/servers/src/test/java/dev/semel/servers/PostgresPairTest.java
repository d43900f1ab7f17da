package dev.semel.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a PostgreSQL standby")
class PostgresPairTest {
    @Test
    @DisplayName("takes the primary's place with all that was acknowledged, and gets a standby itself")
    void promoted() throws SQLException {
        try (PostgresPair pair = PostgresPair.start(true);
                FlakyProxy proxy = FlakyProxy.to(pair.primary())) {
            execute(pair, proxy, "CREATE TABLE t (n int)");
            for (int i = 0; i < 2; i++) {
                PostgresServer former = pair.primary();
                execute(pair, proxy, "INSERT INTO t VALUES (" + i + ")");

                pair.promote();
                proxy.redirect(pair.primary());

                assertThat(pair.primary()).isNotSameAs(former);
                assertThat(count(pair, proxy)).isEqualTo(i + 1);
                pair.addStandby();
            }
        }
    }

    @Test
    @DisplayName("that is cut off has nothing of what a primary acknowledges alone")
    void cutOff() throws SQLException {
        try (PostgresPair pair = PostgresPair.start(false);
                FlakyProxy proxy = FlakyProxy.to(pair.primary())) {
            execute(pair, proxy, "CREATE TABLE t (n int)");
            pair.addStandby();
            pair.cutOff();
            execute(pair, proxy, "INSERT INTO t VALUES (1)");

            pair.promote();
            proxy.redirect(pair.primary());

            assertThat(count(pair, proxy)).isZero();
        }
    }

    private static void execute(PostgresPair pair, FlakyProxy proxy, String sql) throws SQLException {
        try (Connection connection = connect(pair, proxy);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int count(PostgresPair pair, FlakyProxy proxy) throws SQLException {
        try (Connection connection = connect(pair, proxy);
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT count(*) FROM t")) {
            found.next();
            return found.getInt(1);
        }
    }

    private static Connection connect(PostgresPair pair, FlakyProxy proxy) throws SQLException {
        return DriverManager.getConnection(
                pair.primary().jdbcUrl(proxy), pair.primary().user(), "");
    }
}
