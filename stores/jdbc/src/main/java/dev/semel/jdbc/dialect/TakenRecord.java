package dev.semel.jdbc.dialect;

import dev.semel.jdbc.connection.Connections;
import dev.semel.jdbc.record.ClaimCall;
import dev.semel.jdbc.record.Row;
import dev.semel.jdbc.sql.Micros;
import dev.semel.store.ClaimResult;
import dev.semel.store.Nonce;
import dev.semel.store.RecordState;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What can be said of a record while a transaction that has not ended keeps it locked: what was committed before, or that it is running. */
public final class TakenRecord {
    private final Connections connections;
    private final Dialect dialect;

    public TakenRecord(Connections connections, Dialect dialect) {
        this.connections = connections;
        this.dialect = dialect;
    }

    /** Another transaction has the record: perhaps only to replay it, so what is committed may answer. */
    public ClaimResult answerTo(ClaimCall claim) throws SQLException {
        return connections.forReading(connection -> answerFrom(connection, claim));
    }

    /**
     * The same, as seen from a connection.
     *
     * @throws SQLException also if the record is this very claim's, which an earlier sending has written: it is not confirmed, and not
     *     another owner's either
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

    /** The same for one who must not fail for this: whoever can't be told better is told that it is running, by the clock in here. */
    public ClaimResult answerAnyway(ClaimCall claim) {
        try {
            return answerTo(claim);
        } catch (SQLException e) {
            return running(claim, Instant.now().truncatedTo(ChronoUnit.MICROS));
        }
    }

    /** What the table says now; {@code null} if the claim could be granted. */
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

    /** Nobody can see in what state the other transaction has the record: all that is known is that it is running. */
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
