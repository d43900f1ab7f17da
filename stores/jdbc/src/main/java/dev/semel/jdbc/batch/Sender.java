package dev.semel.jdbc.batch;

import dev.semel.Fingerprint;
import dev.semel.SemelException;
import dev.semel.StoreException;
import dev.semel.batch.Batch;
import dev.semel.batch.Transport;
import dev.semel.jdbc.connection.Connections;
import dev.semel.jdbc.connection.NoConnectionException;
import dev.semel.jdbc.dialect.Dialect;
import dev.semel.jdbc.record.Answers;
import dev.semel.jdbc.record.Call;
import dev.semel.jdbc.record.ClaimCall;
import dev.semel.jdbc.record.Row;
import dev.semel.jdbc.record.WriteCall;
import dev.semel.store.ClaimResult;
import dev.semel.store.OwnerWrite;
import dev.semel.store.Result;
import dev.semel.store.ResultTooLargeException;
import dev.semel.time.Backoff;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sends calls to the database, and answers them.
 *
 * <ol>
 *   <li>The calls of a batch are sent in the order of their keys, as one transaction, so that two batches queue for the same rows in the
 *       same order.
 *   <li>If that fails and nothing was applied, each call is sent alone, so that a bad call fails alone. A call that collided with a
 *       concurrent transaction (a deadlock, a serialization failure) is sent again after a short pause.
 *   <li>If the pool has no connection, nothing was sent, and all calls of the batch fail: none of them waits for the pool again.
 *   <li>If a row was locked for longer than a batch waits, the calls are sent alone as well, and those for that row are kept back: see
 *       {@link HeldRecords}.
 *   <li>If the connection is lost, it is unknown whether the batch was applied. Its calls are sent again one by one, since one of them may
 *       be why the server closed the connection; nonces and tokens identify those that were applied. A call that loses its connection
 *       alone, and all calls if there is no connection, fail with a {@link StoreException}, and their callers send the same call again.
 *   <li>A batch that is larger than the server's limit is sent in several transactions. A result that exceeds the limit is refused.
 *   <li>A claim whose write was refused, without a row that shows why, has collided with another one: it is left undone and has to be sent
 *       again. So is a claim that finds its record in doubt for the first time: see {@link ClaimCall#confirmsDoubt}.
 * </ol>
 */
public final class Sender implements Transport<Call<?>> {
    private static final int TRIES = 15;
    private static final Comparator<List<ClaimCall>> BY_KEY =
            Comparator.comparing(claims -> claims.get(0), Call::compareByKey);

    private final Connections connections;
    private final Dialect dialect;
    private final HeldRecords held;
    private volatile boolean limitsMayHaveChanged;

    /** Sends on these connections, in the words of a dialect. */
    public Sender(Connections connections, Dialect dialect) {
        this.connections = connections;
        this.dialect = dialect;
        this.held = new HeldRecords(connections, dialect);
    }

    @Override
    public void send(Batch<Call<?>> batch) {
        send(batch.calls());
    }

    /** Sends one call until it is done. */
    public void sendAlone(Call<?> call) {
        while (!call.isDone()) {
            send(List.of(call));
        }
    }

    /** Sends calls. Those that are not done afterwards have to be sent again. May contain several claims of one record. */
    public void send(List<? extends Call<?>> calls) {
        try {
            calls.forEach(Sender::prepare);
            for (Call<?> call : calls) {
                held.probe(call);
            }
            for (List<Call<?>> part : parts(calls)) {
                apply(part);
            }
        } catch (NoConnectionException e) {
            calls.forEach(call -> fail(call, e));
        } catch (SQLException e) {
            noteCutOff(e);
            if (calls.size() > 1) {
                if (dialect.isHeld(e)) {
                    calls.forEach(held::suspect);
                }
                sendOneByOne(calls);
            } else if (calls.size() == 1 && dialect.isHeld(e)) {
                held.keepBack(calls.get(0), e);
            } else if (calls.size() == 1 && dialect.isPassing(e)) {
                sendWithPatience(calls.get(0));
            } else {
                calls.forEach(call -> fail(call, e));
            }
        } catch (RuntimeException e) {
            calls.forEach(call -> fail(call, e));
        } catch (Error e) {
            calls.forEach(call -> fail(call, e));
            throw e;
        }
    }

    private static void prepare(Call<?> call) {
        if (!call.maySend()) {
            call.fail(new StoreException(
                    "the record " + call.id()
                            + " has too many concurrent claims, so this call was never granted or answered; try again later",
                    null));
        } else if (call.wasSentOften()) {
            Backoff.forCollisions().pause();
        }
    }

    /** Splits calls into parts that the server accepts. */
    private List<List<Call<?>>> parts(List<? extends Call<?>> calls) {
        List<List<Call<?>>> parts = new ArrayList<>();
        List<Call<?>> part = new ArrayList<>();
        long bytes = 0;
        for (Call<?> call : calls) {
            if (!call.isDone()) {
                long weight = dialect.weightOf(call);
                if (bytes + weight > dialect.mostBytes() && !part.isEmpty()) {
                    parts.add(part);
                    part = new ArrayList<>();
                    bytes = 0;
                }
                part.add(call);
                bytes += weight;
            }
        }
        parts.add(part);
        return parts;
    }

    private void noteCutOff(SQLException failure) {
        limitsMayHaveChanged |= dialect.isCutOff(failure);
    }

    /** Sends calls one by one. Two lost connections in a row are not caused by one call, so the rest then fails. */
    private void sendOneByOne(List<? extends Call<?>> calls) {
        SQLException cutOff = null;
        int lost = 0;
        for (Call<?> call : calls) {
            if (cutOff != null && (lost == 2 || cutOff instanceof NoConnectionException)) {
                fail(call, cutOff);
            } else {
                cutOff = sendWithPatience(call);
                lost = cutOff == null ? 0 : lost + 1;
            }
        }
    }

    /** Sends a call, and returns the failure if the connection is lost or the pool has none. */
    private @Nullable SQLException sendWithPatience(Call<?> call) {
        Backoff colliding = Backoff.forCollisions();
        for (int tried = 1; !call.isDone(); tried++) {
            try {
                if (tried == 1) {
                    held.probe(call);
                }
                if (!call.isDone()) {
                    apply(List.of(call));
                }
                return null;
            } catch (NoConnectionException e) {
                fail(call, e);
                return e;
            } catch (SQLException e) {
                noteCutOff(e);
                if (dialect.isHeld(e)) {
                    held.keepBack(call, e);
                } else if (!dialect.isPassing(e) || tried == TRIES) {
                    fail(call, e);
                    return dialect.isCutOff(e) ? e : null;
                } else {
                    colliding.pause();
                }
            } catch (RuntimeException e) {
                fail(call, e);
            }
        }
        return null;
    }

    private void apply(List<? extends Call<?>> calls) throws SQLException {
        if (limitsMayHaveChanged) {
            connections.forWriting(connection -> {
                dialect.readLimits(connection);
                return connection;
            });
            limitsMayHaveChanged = false;
        }
        Map<Fingerprint, List<ClaimCall>> byRecord = new LinkedHashMap<>();
        List<WriteCall> writes = new ArrayList<>();
        for (Call<?> call : calls) {
            if (call instanceof ClaimCall claim) {
                byRecord.computeIfAbsent(claim.digest(), digest -> new ArrayList<>(1))
                        .add(claim);
            } else if (call instanceof WriteCall write && fits(write)) {
                writes.add(write);
            }
        }
        List<List<ClaimCall>> groups = new ArrayList<>(byRecord.values());
        groups.sort(BY_KEY);
        writes.sort(Call::compareByKey);
        List<ClaimCall> first = groups.stream().map(group -> group.get(0)).toList();
        if (first.isEmpty() && writes.isEmpty()) {
            return;
        }
        Answers answers = connections.forWriting(connection -> dialect.apply(connection, first, writes));
        groups.forEach(group -> answer(group, answers));
        writes.forEach(
                write -> write.answer(answers.isApplied(write.digest()) ? OwnerWrite.APPLIED : OwnerWrite.LEASE_LOST));
    }

    /** Answers the claims of one record. The first one was sent to the database; what it found may answer the others. */
    private static void answer(List<ClaimCall> group, Answers answers) {
        Row row = answers.row(group.get(0).digest());
        for (int i = 0; row != null && i < group.size(); i++) {
            ClaimCall claim = group.get(i);
            try {
                ClaimResult result = i == 0 && answers.isAfterWrite(row.digest())
                        ? row.afterWriteOf(claim.request())
                        : row.answerTo(claim.request());
                if (result != null && !(result instanceof ClaimResult.InDoubt && !claim.confirmsDoubt(row))) {
                    claim.answer(result);
                }
            } catch (SemelException e) {
                claim.fail(e);
            }
        }
    }

    private boolean fits(WriteCall write) {
        try {
            if (write.result() != null) {
                dialect.checkSize(write.result());
            }
            return true;
        } catch (ResultTooLargeException e) {
            write.fail(e);
            return false;
        }
    }

    private void fail(Call<?> call, Throwable cause) {
        if (call.isDone()) {
            return;
        }
        Result result = call instanceof WriteCall write ? write.result() : null;
        if (result != null && cause instanceof SQLException failure && dialect.isTooLarge(failure)) {
            // The limit is unknown, but smaller than this.
            call.fail(new ResultTooLargeException(result.size(), result.size() - 1));
        } else {
            call.failBecauseOf(cause);
        }
    }
}
