package dev.semel.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * MySQL 8.0.19 and newer. It returns nothing from a write, so the rows are read after it. If another claim comes in between, its owner is
 * what the row tells: that one was let in since the lease of this one was over.
 */
final class MySql extends InnoDb {
    private static final int MOST_SECONDS = 5;

    MySql(String table) {
        super("mysql", table);
    }

    @Override
    String alias() {
        return " AS n";
    }

    @Override
    String incoming(String column) {
        return "n." + column;
    }

    @Override
    void write(Connection connection, List<ClaimCall> claims, Answers answers) throws SQLException {
        try (PreparedStatement upsert = prepare(connection, upsert(claims.size()))) {
            bind(upsert, claims);
            upsert.executeUpdate();
        }
        look(connection, keys(claims)).forEach(answers::afterWrite);
        learnFrom(claims, answers);
    }

    @Override
    void writeWithin(Connection connection, ClaimCall claim, long seconds, Answers answers) throws SQLException {
        execute(
                connection,
                "SET @semel_wait = @@SESSION.innodb_lock_wait_timeout, SESSION innodb_lock_wait_timeout = "
                        + Math.max(1, seconds));
        try (PreparedStatement upsert = connection.prepareStatement(upsert(1))) {
            bind(upsert, List.of(claim));
            upsert.executeUpdate();
        } finally {
            execute(connection, "SET SESSION innodb_lock_wait_timeout = @semel_wait");
        }
        // A plain read would see the past under REPEATABLE READ. The row is there and it is locked, so no gap is.
        String sql = "SELECT " + Row.COLUMNS + ", " + now() + " FROM " + table() + " WHERE digest = ? FOR UPDATE";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setBytes(1, claim.key());
            rows(select).forEach(answers::afterWrite);
        }
    }

    @Override
    boolean probes() {
        return true;
    }

    @Override
    String shareNoWait() {
        return "FOR SHARE NOWAIT";
    }

    /** There is no limit on the wait for a lock alone that would not cost round trips. A disk that is slow to commit counts as well. */
    @Override
    PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setQueryTimeout(MOST_SECONDS);
        return statement;
    }
}
