package dev.semel.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** MariaDB 10.6 and newer: the statement for claims returns the rows as they are after it. */
final class MariaDb extends InnoDb {
    MariaDb(String table) {
        super("mariadb", table);
    }

    @Override
    String alias() {
        return "";
    }

    @Override
    String incoming(String column) {
        return "VALUES(" + column + ")";
    }

    @Override
    void write(Connection connection, List<ClaimCall> claims, Answers answers) throws SQLException {
        String sql = upsert(claims.size()) + " RETURNING " + Row.COLUMNS + ", " + now();
        try (PreparedStatement upsert = prepare(connection, sql)) {
            bind(upsert, claims);
            rows(upsert).forEach(answers::afterWrite);
        }
        learnFrom(claims, answers);
    }

    @Override
    void writeWithin(Connection connection, ClaimCall claim, long seconds, Answers answers) throws SQLException {
        String sql = within(seconds) + upsert(1) + " RETURNING " + Row.COLUMNS + ", " + now();
        try (PreparedStatement upsert = connection.prepareStatement(sql)) {
            bind(upsert, List.of(claim));
            rows(upsert).forEach(answers::afterWrite);
        }
    }

    @Override
    String shareNoWait() {
        return "LOCK IN SHARE MODE NOWAIT";
    }

    @Override
    PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        return connection.prepareStatement(within(1) + sql);
    }

    /** Under the session's own sql_mode assignments might not run from left to right. */
    private static String within(long seconds) {
        return "SET STATEMENT innodb_lock_wait_timeout = " + seconds + ", sql_mode = 'STRICT_TRANS_TABLES' FOR ";
    }
}
