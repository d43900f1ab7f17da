package dev.semel.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

final class PostgresServerTest extends JdbcServerCases {

    @Override
    JdbcServer start() {
        return PostgresServer.start("-c", "max_connections=50");
    }

    @Test
    void takes_settings_and_is_durable() throws SQLException {
        assertThat(ask("SHOW max_connections")).isEqualTo("50");
        assertThat(ask("SHOW fsync")).isEqualTo("on");
        assertThat(ask("SHOW synchronous_commit")).isEqualTo("on");
        assertThat(ask("SHOW full_page_writes")).isEqualTo("on");
    }

    @Test
    void is_started_once_when_it_is_shared() {
        PostgresServer shared = PostgresServer.shared();

        assertThat(PostgresServer.shared()).isSameAs(shared);
        shared.kill();
        assertThat(PostgresServer.shared()).isSameAs(shared).matches(Server::isRunning);
        shared.close();
        assertThat(PostgresServer.shared()).isNotSameAs(shared).matches(Server::isRunning);
    }

    @Test
    void shows_the_log_when_it_does_not_start() {
        assertThatThrownBy(() -> PostgresServer.start("-c", "no_such_setting=1"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("unrecognized configuration parameter \"no_such_setting\"");
    }
}
