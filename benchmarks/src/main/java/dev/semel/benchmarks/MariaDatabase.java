package dev.semel.benchmarks;

import dev.semel.benchmarks.report.Figure;
import dev.semel.servers.MariaDbServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** MariaDB with a synced log at each commit. */
final class MariaDatabase extends Database {
    // Com_commit knows only commits that were asked for, not those of a statement on its own.
    private static final String COMMITS =
            "SELECT COUNT FROM information_schema.INNODB_METRICS WHERE NAME = 'trx_rw_commits'";
    private static final String LOG =
            "SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME ="
                    + " 'INNODB_OS_LOG_WRITTEN'";

    // With the log of 96 MB that is the default, pages would be flushed in a hurry in the middle of a round.
    private final MariaDbServer server = MariaDbServer.start(
            "--innodb-flush-log-at-trx-commit=1",
            "--innodb-log-file-size=1G",
            "--innodb-buffer-pool-size=512M",
            "--innodb-monitor-enable=trx_rw_commits");
    private final Site site = new Site(server.jdbcUrl(), server.user(), null);
    private final Connection observer;

    MariaDatabase() throws SQLException {
        observer = DriverManager.getConnection(server.jdbcUrl(), server.user(), server.password());
    }

    @Override
    String name() {
        return "MariaDB";
    }

    @Override
    String description() throws SQLException {
        return "MariaDB " + text("SELECT VERSION()") + ", innodb_flush_log_at_trx_commit "
                + text("SELECT @@innodb_flush_log_at_trx_commit") + ", binary log off";
    }

    private String text(String query) throws SQLException {
        try (Statement statement = observer.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            found.next();
            return found.getString(1);
        }
    }

    @Override
    Site site(String contender) {
        return site;
    }

    @Override
    Meter.Reading read() throws SQLException {
        return Meter.Reading.of(
                Figure.COMMITS, Double.parseDouble(text(COMMITS)), Figure.LOG_BYTES, Double.parseDouble(text(LOG)));
    }

    @Override
    void calmDown() {
        // It flushes pages all the time, little by little.
    }

    @Override
    String binary() {
        return "longblob";
    }

    @Override
    String insertOrIgnore(String table, String columns, String values) {
        return "INSERT IGNORE INTO " + table + " (" + columns + ") VALUES (" + values + ")";
    }

    @Override
    void insertMany(Connection connection, String table, List<String> keys, byte[] payload) throws SQLException {
        insertValues(connection, table, keys, payload);
    }

    @Override
    public void close() {
        site.close();
        server.close();
    }
}
