package dev.semel.jdbc.batch;

import dev.semel.Fingerprint;
import dev.semel.SemelException;
import dev.semel.jdbc.connection.Connections;
import dev.semel.jdbc.connection.NoConnectionException;
import dev.semel.jdbc.dialect.Dialect;
import dev.semel.jdbc.dialect.TakenRecord;
import dev.semel.jdbc.record.Call;
import dev.semel.jdbc.record.ClaimCall;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Records whose row a transaction of unknown length has locked, such as that of a call in transactional mode. One batch waits for such a
 * row, and only briefly. From then on, calls for the record check without waiting whether the row is free before they join others. If it is
 * not, a claim gets the answer that the record is in progress, and an owner's write is not confirmed.
 */
final class HeldRecords {
    private static final int MOST = 10_000;

    private final Connections connections;
    private final Dialect dialect;
    private final TakenRecord taken;
    private final Set<Fingerprint> held = ConcurrentHashMap.newKeySet();

    HeldRecords(Connections connections, Dialect dialect) {
        this.connections = connections;
        this.dialect = dialect;
        this.taken = new TakenRecord(connections, dialect);
    }

    /** Suspects a record, since a batch has waited for a row without success. */
    void suspect(Call<?> call) {
        if (held.size() >= MOST) {
            held.clear();
        }
        held.add(call.digest());
    }

    /**
     * Answers the call if its record is known to be locked, and still is.
     *
     * @throws NoConnectionException if the pool has no connection, so that the calls of a batch do not wait for it in turn
     */
    void probe(Call<?> call) throws NoConnectionException {
        if (call.isDone() || !held.contains(call.digest())) {
            return;
        }
        try {
            connections.forWriting(connection -> {
                dialect.probe(connection, call.key());
                return call;
            });
            held.remove(call.digest());
        } catch (NoConnectionException e) {
            throw e;
        } catch (SQLException e) {
            if (dialect.isHeld(e)) {
                keepBack(call, e);
            } else {
                call.failBecauseOf(e);
            }
        }
    }

    private boolean isLocked(Call<?> call) throws SQLException {
        try {
            return connections.forWriting(connection -> {
                dialect.probe(connection, call.key());
                return false;
            });
        } catch (SQLException e) {
            if (dialect.isHeld(e)) {
                return true;
            }
            throw e;
        }
    }

    /** Answers a call whose row is locked, or may be, since its statement timed out. */
    void keepBack(Call<?> call, SQLException why) {
        suspect(call);
        if (!(call instanceof ClaimCall claim)) {
            call.failBecauseOf(why);
            return;
        }
        try {
            if (why instanceof SQLTimeoutException && !isLocked(call)) {
                // It was slow for another reason, and may have been applied.
                call.failBecauseOf(why);
                return;
            }
            claim.answer(taken.answerTo(claim));
        } catch (SQLException e) {
            call.failBecauseOf(e);
        } catch (SemelException e) {
            call.fail(e);
        }
    }
}
