package dev.semel.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class JdbcServerCases {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private JdbcServer server;

    abstract JdbcServer start();

    @BeforeAll
    void startServer() throws SQLException {
        server = start();
        execute(server.jdbcUrl(), "CREATE TABLE entry (id INT PRIMARY KEY)");
    }

    @AfterAll
    void closeServer() {
        server.close();
        threads.shutdownNow();
        assertThat(server.folder().path()).doesNotExist();
    }

    @BeforeEach
    void emptyTable() throws SQLException {
        execute(server.jdbcUrl(), "DELETE FROM entry");
    }

    @Test
    void a_row_survives_a_kill_and_a_restart() throws SQLException {
        execute(server.jdbcUrl(), "INSERT INTO entry VALUES (1)");
        long before = server.pid();

        server.kill();
        assertThat(server.isRunning()).isFalse();
        assertThatThrownBy(this::rows).isInstanceOf(SQLException.class);
        server.restart();

        assertThat(rows()).isEqualTo(1);
        assertThat(server.pid()).isNotEqualTo(before);
    }

    @Test
    void a_transaction_that_is_open_at_the_kill_is_undone() throws SQLException {
        try (Connection connection = connect(server.jdbcUrl());
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("INSERT INTO entry VALUES (1)");
            server.kill();
            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
        } catch (SQLException e) {
            // Some drivers also fail to close.
        }
        server.restart();

        assertThat(rows()).isZero();
    }

    @Test
    void a_running_server_is_restarted_in_good_order() throws SQLException {
        execute(server.jdbcUrl(), "INSERT INTO entry VALUES (1)");

        server.restart();

        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void a_paused_server_keeps_silent_and_a_resumed_one_goes_on() throws SQLException {
        try (Connection open = connect(server.jdbcUrl());
                Statement statement = open.createStatement();
                Connection impatient = connect(server.jdbcUrl());
                Statement question = impatient.createStatement()) {
            impatient.setNetworkTimeout(threads, 300);
            server.pause();
            assertThatThrownBy(() -> question.executeQuery("SELECT 1")).isInstanceOf(SQLException.class);
            server.resume();
            assertThat(statement.executeUpdate("INSERT INTO entry VALUES (1)")).isEqualTo(1);
        }
    }

    @Test
    void a_paused_server_can_be_killed_and_restarted() throws SQLException {
        server.pause();
        server.kill();
        server.restart();

        assertThat(rows()).isZero();
    }

    @Test
    void the_row_is_there_when_the_reply_is_lost() throws SQLException {
        try (FlakyProxy proxy = FlakyProxy.to(server)) {
            Connection connection = connect(server.jdbcUrl(proxy));
            proxy.loseReplyTo("INSERT");

            assertThatThrownBy(() -> execute(connection, "INSERT INTO entry VALUES (1)"))
                    .isInstanceOf(SQLException.class);

            assertThat(rows()).isEqualTo(1);
            assertThat(proxy.cuts()).isEqualTo(1);
        }
    }

    @Test
    void the_commit_counts_when_its_reply_is_lost() throws SQLException {
        try (FlakyProxy proxy = FlakyProxy.to(server)) {
            Connection connection = connect(server.jdbcUrl(proxy));
            connection.setAutoCommit(false);
            execute(connection, "INSERT INTO entry VALUES (1)");
            proxy.loseReplyTo("COMMIT");

            assertThatThrownBy(() -> commit(connection)).isInstanceOf(SQLException.class);

            assertThat(rows()).isEqualTo(1);
        }
    }

    @Test
    void the_row_is_not_there_when_the_request_is_lost() throws SQLException {
        try (FlakyProxy proxy = FlakyProxy.to(server)) {
            Connection connection = connect(server.jdbcUrl(proxy));
            proxy.loseRequestWith("INSERT");

            assertThatThrownBy(() -> execute(connection, "INSERT INTO entry VALUES (1)"))
                    .isInstanceOf(SQLException.class);

            assertThat(rows()).isZero();
        }
    }

    @Test
    void a_client_behind_the_proxy_connects_again_after_a_restart() throws SQLException {
        try (FlakyProxy proxy = FlakyProxy.to(server)) {
            connect(server.jdbcUrl(proxy));
            server.kill();
            assertThatThrownBy(() -> connect(server.jdbcUrl(proxy))).isInstanceOf(SQLException.class);
            server.restart();

            execute(server.jdbcUrl(proxy), "INSERT INTO entry VALUES (1)");
        }
        assertThat(rows()).isEqualTo(1);
    }

    JdbcServer server() {
        return server;
    }

    /** What the server says of a setting. */
    String ask(String query) throws SQLException {
        try (Connection connection = connect(server.jdbcUrl());
                Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(query)) {
            answer.next();
            return answer.getString(1);
        }
    }

    private int rows() throws SQLException {
        return Integer.parseInt(ask("SELECT COUNT(*) FROM entry"));
    }

    private Connection connect(String url) throws SQLException {
        return DriverManager.getConnection(url, server.user(), server.password());
    }

    private void execute(String url, String sql) throws SQLException {
        try (Connection connection = connect(url)) {
            execute(connection, sql);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Not every driver's commit fails when the connection breaks under it, but then the next question does. */
    private static void commit(Connection connection) throws SQLException {
        connection.commit();
        execute(connection, "SELECT 1");
    }
}
