package dev.semel.jdbc.dialect.postgresql;

import dev.semel.Fingerprint;
import dev.semel.jdbc.dialect.Dialect;
import dev.semel.jdbc.dialect.RowNames;
import dev.semel.jdbc.dialect.Upsert;
import dev.semel.jdbc.record.Answers;
import dev.semel.jdbc.record.Call;
import dev.semel.jdbc.record.ClaimCall;
import dev.semel.jdbc.record.ReplayShare;
import dev.semel.jdbc.record.Row;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/**
 * The ways to claim on PostgreSQL, each one statement for any number of rows:
 *
 * <ol>
 *   <li>{@link Way#DECIDE} answers every claim. It sees the table as it was when it began. A row that it sees may be the answer, since it
 *       was current at an instant within the call; then nothing is written or locked. A write is decided again under the row's lock. If the
 *       write is refused, the row has changed in between: what the statement saw may be outdated, and the caller sends the claim again.
 *   <li>{@link Way#INSERT} answers only claims whose row was absent, and touches no other row. It costs less when most claims are new.
 *   <li>{@link Way#LOOK} answers only claims that need no write. It costs less when most claims are replays.
 * </ol>
 *
 * <p>Claims that the last two leave open are sent again, and then decided. So each claim is granted by one statement alone, and a wrong
 * choice costs a round trip and nothing else.
 *
 * <p>The conditions that are always true make the planner expect few rows and use the primary key, and expect the same number from any
 * array, so that it caches the plan. Otherwise, a cached plan from the time when the table was small would keep reading all of it.
 */
final class PostgreSqlClaims {
    private static final String ARRAYS =
            "unnest(?::bytea[], ?::text[], ?::text[], ?::text[], ?::bytea[], ?::smallint[], ?::bytea[], ?::bigint[],"
                    + " ?::bigint[]) AS q (digest, operation, scope, record_key, nonce, claimed_as, fingerprint, lease, keep)";

    private final ReplayShare replays;
    private final String decide;
    private final String insert;
    private final String insertOne;
    private final String look;
    private final String lookAtOne;

    PostgreSqlClaims(Dialect dialect, String now) {
        this.replays = dialect.replays();
        String table = dialect.table();
        Upsert upsert = new Upsert(RowNames.of("c", "excluded"));
        String moment = "(SELECT " + now + " AS at OFFSET 0) m";
        this.decide = dialect.named(
                "claim: decide",
                "WITH moment AS MATERIALIZED (SELECT " + now + " AS at),"
                        + " asked AS MATERIALIZED (SELECT q.digest, q.operation, q.scope, q.record_key, q.nonce, q.claimed_as,"
                        + " q.fingerprint, m.at AS created_at, m.at + q.lease AS lease_end, m.at + q.keep AS expires_at"
                        + " FROM " + ARRAYS + " CROSS JOIN moment m WHERE q.claimed_as = q.claimed_as + 0),"
                        + " seen AS MATERIALIZED (SELECT c.* FROM asked n CROSS JOIN LATERAL (SELECT " + Row.COLUMNS
                        + " FROM "
                        + table + " r WHERE r.digest = n.digest LIMIT 1) c),"
                        + " written AS (INSERT INTO " + table + " AS c (" + Upsert.INSERTED + ")"
                        + " SELECT n.digest, n.operation, n.scope, n.record_key, " + Upsert.CLAIMED
                        + ", n.nonce, n.claimed_as,"
                        + " n.fingerprint, n.created_at, n.lease_end, n.expires_at"
                        + " FROM asked n LEFT JOIN seen c ON c.digest = n.digest"
                        + " WHERE c.digest IS NULL OR (" + new Upsert(RowNames.of("c", "n")).gives()
                        + ") ORDER BY n.digest"
                        + " ON CONFLICT (digest) DO UPDATE SET " + upsert.claimed() + " WHERE "
                        + upsert.gives() + " RETURNING " + Row.COLUMNS + ")"
                        + " SELECT w.*, m.at, true FROM written w CROSS JOIN moment m"
                        + " UNION ALL SELECT s.*, m.at, false FROM seen s CROSS JOIN moment m"
                        + " WHERE NOT EXISTS (SELECT 1 FROM written w WHERE w.digest = s.digest)");
        String into = "INSERT INTO " + table + " (" + Upsert.INSERTED + ") SELECT ";
        String unlessThere = " ON CONFLICT (digest) DO NOTHING RETURNING digest, created_at";
        this.insert = dialect.named(
                "claim: insert",
                into + "q.digest, q.operation, q.scope, q.record_key, " + Upsert.CLAIMED + ", q.nonce, q.claimed_as,"
                        + " q.fingerprint, m.at, m.at + q.lease, m.at + q.keep FROM " + moment + ", " + ARRAYS
                        + unlessThere);
        this.insertOne =
                dialect.named("claim: insert one", into + Upsert.values("m.at") + " FROM " + moment + unlessThere);
        this.look = dialect.named(
                "claim: look",
                "SELECT c.*, " + now + " FROM unnest(?::bytea[]) AS q (digest) CROSS JOIN LATERAL (SELECT "
                        + Row.COLUMNS + " FROM " + table + " r WHERE r.digest = q.digest LIMIT 1) c");
        this.lookAtOne = dialect.named(
                "claim: look at one", "SELECT " + Row.COLUMNS + ", " + now + " FROM " + table + " WHERE digest = ?");
    }

    /** How claims are sent. */
    enum Way {
        DECIDE,
        INSERT,
        LOOK
    }

    /** Returns the best way for claims that can be sent again, by the share of replays among recent ones. */
    Way best(List<ClaimCall> claims) {
        if (claims.stream().anyMatch(Call::wasSentBefore)) {
            return Way.DECIDE;
        }
        return replays.isAbove(90) ? Way.LOOK : replays.isAbove(10) ? Way.DECIDE : Way.INSERT;
    }

    String sql(Way way, int claims) {
        return switch (way) {
            case DECIDE -> decide;
            case INSERT -> claims == 1 ? insertOne : insert;
            case LOOK -> claims == 1 ? lookAtOne : look;
        };
    }

    /** Binds claims, and returns the index of the last parameter. */
    int bind(Way way, PreparedStatement to, List<ClaimCall> claims) throws SQLException {
        if (way == Way.LOOK && claims.size() == 1) {
            to.setBytes(1, claims.get(0).key());
            return 1;
        } else if (way == Way.LOOK) {
            PostgreSql.array(to, 1, "bytea", claims, Call::key, byte[][]::new);
            return 1;
        } else if (way == Way.INSERT && claims.size() == 1) {
            return Upsert.bind(to, 0, claims.get(0));
        }
        return bindAll(to, claims);
    }

    private static int bindAll(PreparedStatement to, List<ClaimCall> claims) throws SQLException {
        PostgreSql.array(to, 1, "bytea", claims, Call::key, byte[][]::new);
        PostgreSql.array(to, 2, "text", claims, claim -> claim.id().operation(), String[]::new);
        PostgreSql.array(to, 3, "text", claims, claim -> claim.id().scope(), String[]::new);
        PostgreSql.array(to, 4, "text", claims, claim -> claim.id().key(), String[]::new);
        PostgreSql.array(to, 5, "bytea", claims, ClaimCall::nonce, byte[][]::new);
        PostgreSql.array(to, 6, "int2", claims, claim -> (short) claim.claimedAs(), Short[]::new);
        PostgreSql.array(
                to, 7, "bytea", claims, claim -> claim.request().fingerprint().bytes(), byte[][]::new);
        PostgreSql.array(to, 8, "int8", claims, ClaimCall::lease, Long[]::new);
        PostgreSql.array(to, 9, "int8", claims, ClaimCall::keep, Long[]::new);
        return 9;
    }

    /** Reads the result of the statement. */
    void read(Way way, ResultSet found, List<ClaimCall> claims, Answers answers) throws SQLException {
        switch (way) {
            case DECIDE -> readDecided(found, answers);
            case INSERT -> readInserted(found, claims, answers);
            case LOOK -> readSeen(found, answers);
        }
        if (way == Way.INSERT) {
            replays.noteOpen(claims, answers);
        } else {
            replays.note(claims, answers);
        }
    }

    private static void readDecided(ResultSet found, Answers answers) throws SQLException {
        while (found.next()) {
            Row row = Row.read(found);
            if (found.getBoolean(16)) {
                answers.afterWrite(row);
            } else {
                answers.found(row);
            }
        }
    }

    private static void readInserted(ResultSet found, List<ClaimCall> claims, Answers answers) throws SQLException {
        Map<Fingerprint, ClaimCall> byDigest = ClaimCall.byDigest(claims);
        while (found.next()) {
            ClaimCall claim = byDigest.get(Fingerprint.fromBytes(found.getBytes(1)));
            if (claim != null) {
                answers.afterWrite(Row.inserted(claim, found.getLong(2)));
            }
        }
    }

    private static void readSeen(ResultSet found, Answers answers) throws SQLException {
        while (found.next()) {
            answers.found(Row.read(found));
        }
    }
}
