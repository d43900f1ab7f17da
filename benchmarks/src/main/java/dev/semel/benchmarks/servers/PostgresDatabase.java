package dev.semel.benchmarks.servers;

import dev.semel.benchmarks.measure.Meter;
import dev.semel.benchmarks.report.Figure;
import dev.semel.servers.PostgresServer;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;

/** PostgreSQL with fsync and synchronous commits. */
public final class PostgresDatabase extends ServerDatabase {
    // Transaction statistics lag behind; the next transaction id and the end of the log are always exact.
    private static final String READ = "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint,"
            + " pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint";

    /** Starts a server. */
    public PostgresDatabase() throws SQLException {
        // Large enough that no checkpoint is forced during a comparison; there is one before each.
        super(PostgresServer.start("-c", "max_wal_size=8GB", "-c", "checkpoint_timeout=1h"));
    }

    @Override
    public String name() {
        return "PostgreSQL";
    }

    @Override
    public String description() throws SQLException {
        return "PostgreSQL " + show("server_version") + ", fsync " + show("fsync") + ", synchronous_commit "
                + show("synchronous_commit") + ", " + show("wal_sync_method");
    }

    private String show(String setting) throws SQLException {
        return text("SHOW " + setting);
    }

    @Override
    public Meter.Reading read() throws SQLException {
        try (Statement statement = observer().createStatement();
                ResultSet found = statement.executeQuery(READ)) {
            found.next();
            return Meter.Reading.of(Figure.COMMITS, found.getDouble(1), Figure.LOG_BYTES, found.getDouble(2));
        }
    }

    @Override
    public void settle() throws SQLException {
        try (Statement statement = observer().createStatement()) {
            statement.execute("CHECKPOINT");
        }
    }

    @Override
    public String binary() {
        return "bytea";
    }

    @Override
    public String insertOrIgnore(String table, String columns, String values) {
        return "INSERT INTO " + table + " (" + columns + ") VALUES (" + values + ") ON CONFLICT DO NOTHING";
    }

    /** Passes the rows as arrays, so that one statement serves any number of rows and is parsed once. */
    @Override
    public void insertMany(Connection connection, String table, List<String> keys, byte[] payload) throws SQLException {
        String sql = "INSERT INTO " + table + " (id, payload) SELECT * FROM unnest(?::text[], ?::bytea[])";
        byte[][] payloads = new byte[keys.size()][];
        Arrays.fill(payloads, payload);
        Array ids = connection.createArrayOf("text", keys.toArray());
        Array results = connection.createArrayOf("bytea", payloads);
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setArray(1, ids);
            insert.setArray(2, results);
            insert.executeUpdate();
        }
    }
}
