package dev.semel.jdbc.dialect.innodb;

import dev.semel.Fingerprint;
import dev.semel.jdbc.dialect.RowNames;
import dev.semel.jdbc.record.Answers;
import dev.semel.jdbc.record.Call;
import dev.semel.jdbc.record.ClaimCall;
import dev.semel.jdbc.record.Row;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** MariaDB 10.6 and newer. The statement for claims returns the rows as they are after it. */
public final class MariaDb extends InnoDb {
    private final Function<Integer, String> insert;
    private final Function<Integer, String> decide;
    private final Function<Long, String> within;

    /** Composes the statements for a table. */
    public MariaDb(String table) {
        super("mariadb", table, new RowNames(plain(table) + ".", "VALUES(", ")"), "", "LOCK IN SHARE MODE NOWAIT");
        this.insert = named("claim: insert", 2, this::insertUnlessThere);
        this.decide = named("claim: decide", 2, rows -> upsert(rows) + " RETURNING " + Row.COLUMNS + ", " + now());
        // With the session's sql_mode, assignments might not run from left to right.
        this.within = named(
                "wait briefly",
                1L,
                seconds -> "SET STATEMENT innodb_lock_wait_timeout = " + seconds
                        + ", sql_mode = 'STRICT_TRANS_TABLES' FOR ");
    }

    @Override
    public void write(Connection connection, List<ClaimCall> claims, Answers answers) throws SQLException {
        if (replays().isAbove(10) || claims.stream().anyMatch(Call::wasSentBefore)) {
            decide(connection, claims, answers);
        } else {
            insert(connection, claims, answers);
        }
    }

    /** Answers claims whose row was absent. The others are sent again, and then decided. Costs less when most claims are new. */
    private void insert(Connection connection, List<ClaimCall> claims, Answers answers) throws SQLException {
        try (PreparedStatement statement = prepare(connection, insert.apply(claims.size()))) {
            bind(statement, claims);
            readInserted(statement, claims, answers);
        }
        replays().noteOpen(claims, answers);
    }

    /** Returns the insert. An inserted row has the statement's time as its created_at. */
    private String insertUnlessThere(int rows) {
        return insert(rows)
                + " ON DUPLICATE KEY UPDATE format = format RETURNING digest, nonce, created_at, created_at = " + now();
    }

    private void readInserted(PreparedStatement insert, List<ClaimCall> claims, Answers answers) throws SQLException {
        Map<Fingerprint, ClaimCall> byDigest = ClaimCall.byDigest(claims);
        try (ResultSet found = executeQuery(insert)) {
            while (found.next()) {
                ClaimCall claim = byDigest.get(Fingerprint.fromBytes(found.getBytes(1)));
                if (claim != null && Arrays.equals(claim.nonce(), found.getBytes(2)) && found.getBoolean(4)) {
                    answers.afterWrite(Row.inserted(claim, found.getLong(3)));
                }
            }
        }
    }

    private void decide(Connection connection, List<ClaimCall> claims, Answers answers) throws SQLException {
        try (PreparedStatement upsert = prepare(connection, decide.apply(claims.size()))) {
            bind(upsert, claims);
            rows(upsert).forEach(answers::afterWrite);
        }
        learnFrom(claims, answers);
    }

    /** Inserts first if most claims are new, which costs less. If the row exists, the insert locks it for the statement that decides. */
    @Override
    public void writeWithin(Connection connection, ClaimCall claim, long seconds, Answers answers) throws SQLException {
        String limit = within.apply(seconds);
        List<ClaimCall> alone = List.of(claim);
        if (!replays().isAbove(10)) {
            try (PreparedStatement statement = connection.prepareStatement(limit + insert.apply(1))) {
                bind(statement, alone);
                readInserted(statement, alone, answers);
            }
        }
        if (answers.row(claim.digest()) == null) {
            try (PreparedStatement upsert = connection.prepareStatement(limit + decide.apply(1))) {
                bind(upsert, alone);
                rows(upsert).forEach(answers::afterWrite);
            }
        }
        replays().note(alone, answers);
    }

    @Override
    public PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        return connection.prepareStatement(within.apply(1L) + sql);
    }

    /**
     * Executes a query in two steps. MySQL's driver, which may talk to this server, expects no rows from a statement that begins with SET,
     * and rejects executeQuery.
     */
    @Override
    public ResultSet executeQuery(PreparedStatement prepared) throws SQLException {
        prepared.execute();
        ResultSet found = prepared.getResultSet();
        if (found == null) {
            throw new SQLException("a statement that returns rows returned none");
        }
        return found;
    }
}
