package dev.semel.jdbc.dialect.postgresql;

import dev.semel.jdbc.dialect.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;

/** The settings of a PostgreSQL server that decide about the durability of a commit. */
final class PostgreSqlSettings {
    private static final System.Logger LOG = System.getLogger("dev.semel.jdbc");
    private static final String WARNING = "01000";
    private static final String SHUTDOWN = "57P01";

    private final String select;
    private volatile boolean english = true;

    PostgreSqlSettings(Dialect dialect) {
        this.select = dialect.named(
                "settings",
                "SELECT current_setting('synchronous_commit'), current_setting('fsync'),"
                        + " current_setting('full_page_writes'), current_setting('lc_messages'),"
                        + " current_setting('synchronous_standby_names')");
    }

    /** Reads the settings of a session, and logs those that may lose acknowledged commits. */
    void inspect(Connection connection) throws SQLException {
        try (PreparedStatement settings = connection.prepareStatement(select);
                ResultSet found = settings.executeQuery()) {
            found.next();
            String commit = found.getString(1);
            english = found.getString(4).matches("|C|C\\..*|POSIX|en.*");
            if (commit.equals("off")) {
                warn("synchronous_commit=off", "set it to on for the connections of this store");
            }
            if (found.getString(2).equals("off")) {
                warn("fsync=off", "set it to on");
            }
            if (found.getString(3).equals("off")) {
                warn("full_page_writes=off", "set it to on, unless the file system never writes a part of a page");
            }
            if (!found.getString(5).isEmpty() && (commit.equals("local") || commit.equals("remote_write"))) {
                LOG.log(
                        System.Logger.Level.INFO,
                        "the server has synchronous standbys and synchronous_commit=" + commit
                                + ": a failover may lose acknowledged results; set it to on");
            }
        }
    }

    private static void warn(String setting, String remedy) {
        LOG.log(
                System.Logger.Level.WARNING,
                "the server has " + setting + ": a crash may lose acknowledged results; " + remedy);
    }

    /** Returns whether a warning reports that a wait for a synchronous standby was cancelled. Its text is in the server's language. */
    boolean isOfStandby(SQLWarning warning) {
        String state = String.valueOf(warning.getSQLState());
        return state.equals(SHUTDOWN)
                || (state.equals(WARNING)
                        && (!english || String.valueOf(warning.getMessage()).contains("synchronous replication")));
    }
}
