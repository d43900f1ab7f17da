package dev.semel.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("mysql")
final class MySqlServerTest extends JdbcServerCases {

    @Override
    JdbcServer start() {
        return MySqlServer.start("--max-connections=50");
    }

    @Test
    void takes_settings_and_is_durable() throws SQLException {
        assertThat(ask("SELECT @@max_connections")).isEqualTo("50");
        assertThat(ask("SELECT @@innodb_flush_log_at_trx_commit")).isEqualTo("1");
        assertThat(ask("SELECT VERSION()")).isEqualTo("8.0.33");
    }
}
