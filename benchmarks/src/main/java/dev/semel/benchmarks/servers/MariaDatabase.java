package dev.semel.benchmarks.servers;

import dev.semel.benchmarks.measure.Meter;
import dev.semel.benchmarks.report.Figure;
import dev.semel.servers.MariaDbServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** MariaDB with a log that is synced at each commit. */
final class MariaDatabase extends ServerDatabase {
    // Com_commit counts explicit commits only, not those of single statements.
    private static final String COMMITS =
            "SELECT COUNT FROM information_schema.INNODB_METRICS WHERE NAME = 'trx_rw_commits'";
    private static final String LOG =
            "SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME ="
                    + " 'INNODB_OS_LOG_WRITTEN'";

    MariaDatabase() throws SQLException {
        // With the default log of 96 MB, pages would be flushed in bursts in the middle of a round.
        super(MariaDbServer.start(
                "--innodb-flush-log-at-trx-commit=1",
                "--innodb-log-file-size=1G",
                "--innodb-buffer-pool-size=512M",
                "--innodb-monitor-enable=trx_rw_commits"));
    }

    @Override
    public String name() {
        return "MariaDB";
    }

    @Override
    public String description() throws SQLException {
        return "MariaDB " + text("SELECT VERSION()") + ", innodb_flush_log_at_trx_commit "
                + text("SELECT @@innodb_flush_log_at_trx_commit") + ", binary log off";
    }

    @Override
    public Meter.Reading read() throws SQLException {
        return Meter.Reading.of(
                Figure.COMMITS, Double.parseDouble(text(COMMITS)), Figure.LOG_BYTES, Double.parseDouble(text(LOG)));
    }

    @Override
    public void settle() {
        // It flushes pages continuously.
    }

    @Override
    public String binary() {
        return "longblob";
    }

    @Override
    public String insertOrIgnore(String table, String columns, String values) {
        return "INSERT IGNORE INTO " + table + " (" + columns + ") VALUES (" + values + ")";
    }

    @Override
    public void insertMany(Connection connection, String table, List<String> keys, byte[] payload) throws SQLException {
        insertValues(connection, table, keys, payload);
    }
}
