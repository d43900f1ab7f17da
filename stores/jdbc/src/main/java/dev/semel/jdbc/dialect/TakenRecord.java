package dev.semel.jdbc.dialect;

import dev.semel.RecordState;
import dev.semel.jdbc.connection.Connections;
import dev.semel.jdbc.record.ClaimCall;
import dev.semel.jdbc.record.Row;
import dev.semel.jdbc.sql.Micros;
import dev.semel.store.ClaimResult;
import dev.semel.store.Nonce;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer for a record that another open transaction keeps locked: what was committed before, or that the record is in progress. */
public final class TakenRecord {
    private final Connections connections;
    private final Dialect dialect;

    /** Reads records on these connections. */
    public TakenRecord(Connections connections, Dialect dialect) {
        this.connections = connections;
        this.dialect = dialect;
    }

    /**
     * Answers a claim whose record another transaction has. That transaction may only replay the record, so what is committed may be the
     * answer.
     */
    public ClaimResult answerTo(ClaimCall claim) throws SQLException {
        return connections.forReading(connection -> answerFrom(connection, claim));
    }

    /**
     * Answers a claim by what a connection sees.
     *
     * @throws SQLException also if the row was written by this claim when it was sent before: the claim is then neither confirmed nor
     *     refused
     */
    public ClaimResult answerFrom(Connection connection, ClaimCall claim) throws SQLException {
        List<Row> rows = look(connection, claim);
        ClaimResult committed = answer(rows, claim);
        if (committed instanceof ClaimResult.InDoubt && !claim.confirmsDoubt(rows.get(0))) {
            return answerFrom(connection, claim);
        }
        if (committed == null && !rows.isEmpty() && rows.get(0).isClaimOf(claim.request())) {
            throw new SQLException("the claim is in the table and its row is locked");
        }
        return committed == null ? running(claim, Micros.instant(dialect.time(connection))) : committed;
    }

    /** Answers a claim as {@link #answerTo} does. If that fails, the answer is that the record is in progress, by this machine's clock. */
    public ClaimResult answerAnyway(ClaimCall claim) {
        try {
            return answerTo(claim);
        } catch (SQLException e) {
            return running(claim, Instant.now().truncatedTo(ChronoUnit.MICROS));
        }
    }

    /** Returns the answer that the table gives now; {@code null} if the claim could be granted. */
    @Nullable
    public ClaimResult committed(ClaimCall claim) throws SQLException {
        return answer(connections.forReading(connection -> look(connection, claim)), claim);
    }

    private List<Row> look(Connection connection, ClaimCall claim) throws SQLException {
        return dialect.look(connection, List.of(claim.key()));
    }

    private static @Nullable ClaimResult answer(List<Row> rows, ClaimCall claim) {
        return rows.isEmpty() ? null : rows.get(0).answerTo(claim.request());
    }

    /** Returns that the record is in progress. The state of the record in the other transaction is not visible. */
    private static ClaimResult.Busy running(ClaimCall claim, Instant now) {
        return new ClaimResult.Busy(new StoredRecord(
                claim.id(),
                RecordState.IN_PROGRESS,
                claim.request().fingerprint(),
                new Token(1, new Nonce(0, 0)),
                1,
                now,
                now.plus(claim.request().terms().lease()),
                null,
                null,
                now));
    }
}
