package dev.semel.jdbc.dialect.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.jdbc.dialect.Dialect;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("kept statements")
class KeptStatementsTest {
    private static final String INSERT = "INSERT INTO kept (id) VALUES (?)";

    @TempDir
    Path folder;

    private KeptStatements kept;

    @BeforeEach
    void open() throws SQLException {
        kept = new KeptStatements(connect());
        kept.run(connection -> {
            Dialect.execute(connection, "CREATE TABLE kept (id INT NOT NULL UNIQUE)");
            return connection;
        });
    }

    @AfterEach
    void close() throws SQLException {
        kept.close();
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("kept.db"));
    }

    private static int insert(Connection connection, int id) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            insert.setInt(1, id);
            return insert.executeUpdate();
        }
    }

    private int count() throws SQLException {
        return kept.run(connection -> {
            try (PreparedStatement select = connection.prepareStatement("SELECT count(*) FROM kept");
                    ResultSet found = select.executeQuery()) {
                found.next();
                return found.getInt(1);
            }
        });
    }

    /** Returns the driver's statement behind a lent one. */
    private static PreparedStatement real(PreparedStatement given) throws SQLException {
        return given.unwrap(PreparedStatement.class);
    }

    @Test
    @DisplayName("a statement is reused, without the values of its last use")
    void again() throws SQLException {
        PreparedStatement first = kept.run(connection -> {
            try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
                insert.setInt(1, 1);
                insert.executeUpdate();
                return real(insert);
            }
        });
        assertThatThrownBy(() -> kept.run(connection -> {
                    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
                        assertThat(real(insert)).isSameAs(first);
                        return insert.executeUpdate();
                    }
                }))
                .isInstanceOf(SQLException.class);
        assertThat(count()).isEqualTo(1);
    }

    @Test
    @DisplayName("after a failure it is closed, and the next use prepares another")
    void failure() throws SQLException {
        PreparedStatement first = kept.run(connection -> {
            try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
                insert.setInt(1, 1);
                insert.executeUpdate();
                return real(insert);
            }
        });
        assertThatThrownBy(() -> kept.run(connection -> insert(connection, 1))).isInstanceOf(SQLException.class);
        assertThat(first.isClosed()).isTrue();
        assertThat(kept.<Integer>run(connection -> insert(connection, 2))).isEqualTo(1);
        assertThat(count()).isEqualTo(2);
    }

    @Test
    @DisplayName("kept statements hold no lock: other connections can write")
    void locks() throws SQLException {
        kept.run(connection -> insert(connection, 1));
        assertThat(count()).isEqualTo(1);
        try (Connection other = connect()) {
            assertThat(insert(other, 2)).isEqualTo(1);
        }
        assertThat(count()).isEqualTo(2);
    }

    @Test
    @DisplayName("a closed statement can't be used, even if it is in use again")
    void closed() throws SQLException {
        kept.run(connection -> {
            PreparedStatement insert = connection.prepareStatement(INSERT);
            insert.close();
            insert.close();
            assertThatThrownBy(() -> insert.setInt(1, 1)).isInstanceOf(SQLException.class);
            try (PreparedStatement one = connection.prepareStatement(INSERT);
                    PreparedStatement two = connection.prepareStatement(INSERT)) {
                assertThat(real(one)).isNotSameAs(real(two));
            }
            return connection;
        });
    }
}
