package dev.semel.benchmarks;

import dev.semel.benchmarks.report.Figure;
import dev.semel.servers.MariaDbServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** MariaDB with a synced log at each commit. */
final class MariaDatabase extends ServerDatabase {
    // Com_commit knows only commits that were asked for, not those of a statement on its own.
    private static final String COMMITS =
            "SELECT COUNT FROM information_schema.INNODB_METRICS WHERE NAME = 'trx_rw_commits'";
    private static final String LOG =
            "SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME ="
                    + " 'INNODB_OS_LOG_WRITTEN'";

    MariaDatabase() throws SQLException {
        // With the log of 96 MB that is the default, pages would be flushed in a hurry in the middle of a round.
        super(MariaDbServer.start(
                "--innodb-flush-log-at-trx-commit=1",
                "--innodb-log-file-size=1G",
                "--innodb-buffer-pool-size=512M",
                "--innodb-monitor-enable=trx_rw_commits"));
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
}
