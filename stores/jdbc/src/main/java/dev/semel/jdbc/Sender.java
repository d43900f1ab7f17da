package dev.semel.jdbc;

import dev.semel.Fingerprint;
import dev.semel.SemelException;
import dev.semel.store.ClaimResult;
import dev.semel.store.OwnerWrite;
import dev.semel.store.StoreException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Sends calls to the database, and answers them.
 *
 * <ol>
 *   <li>The calls of a batch go out in the order of their keys, as one transaction: two batches that want the same rows queue for them in the
 *       same order.
 *   <li>If that fails and nothing was applied, each call goes out alone, so that a bad one harms only itself. What failed because of others at
 *       the same moment (a deadlock, a serialization failure) is sent again after a short pause.
 *   <li>If a row was locked for longer than a batch waits, the calls go out alone as well, and those of that row are kept back: see {@link
 *       HeldRecords}.
 *   <li>If the connection is lost, nobody knows whether the batch was applied. Every caller gets a {@link StoreException} and sends the same
 *       nonce or token again, by which the row tells.
 *   <li>A claim whose write was not let through, and for which there is no row that tells why, met another one at the same moment: it is left
 *       undone and has to be sent again.
 * </ol>
 */
final class Sender {
    private static final int TRIES = 12;
    private static final Comparator<List<ClaimCall>> BY_KEY =
            Comparator.comparing(claims -> claims.get(0), Call::compareByKey);

    private final Connections connections;
    private final Dialect dialect;
    private final HeldRecords held;

    Sender(Connections connections, Dialect dialect) {
        this.connections = connections;
        this.dialect = dialect;
        this.held = new HeldRecords(connections, dialect);
    }

    /** Sends one call until it is done. */
    void sendAlone(Call<?> call) {
        while (!call.isDone()) {
            send(List.of(call));
        }
    }

    /** Sends calls; those that are not done afterwards have to be sent again. Claims of one record may be in here more than once. */
    void send(List<? extends Call<?>> calls) {
        try {
            calls.forEach(Sender::prepare);
            calls.forEach(held::probe);
            apply(calls.stream().filter(call -> !call.isDone()).toList());
        } catch (SQLException e) {
            if (calls.size() > 1 && !dialect.isCutOff(e)) {
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
                            + " is claimed from so many sides that this call was never let through; try again later",
                    null));
        } else if (call.wasSentOften()) {
            pause(1);
        }
    }

    private void sendOneByOne(List<? extends Call<?>> calls) {
        SQLException cutOff = null;
        for (Call<?> call : calls) {
            if (cutOff == null) {
                cutOff = sendWithPatience(call);
            } else {
                fail(call, cutOff);
            }
        }
    }

    /** Gives the failure if it says that the connection is gone; there is no point in going on then. */
    private @Nullable SQLException sendWithPatience(Call<?> call) {
        held.probe(call);
        for (int tried = 1; !call.isDone(); tried++) {
            try {
                apply(List.of(call));
                return null;
            } catch (SQLException e) {
                if (dialect.isHeld(e)) {
                    held.keepBack(call, e);
                } else if (!dialect.isPassing(e) || tried == TRIES) {
                    fail(call, e);
                    return dialect.isCutOff(e) ? e : null;
                } else {
                    pause(tried);
                }
            } catch (RuntimeException e) {
                fail(call, e);
            }
        }
        return null;
    }

    private static void pause(int tried) {
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(100_000L, 2_000_000L << Math.min(tried, 6)));
    }

    private void apply(List<? extends Call<?>> calls) throws SQLException {
        Map<Fingerprint, List<ClaimCall>> byRecord = new LinkedHashMap<>();
        List<WriteCall> writes = new ArrayList<>();
        for (Call<?> call : calls) {
            if (call instanceof ClaimCall claim) {
                byRecord.computeIfAbsent(claim.digest(), digest -> new ArrayList<>(1))
                        .add(claim);
            } else if (call instanceof WriteCall write) {
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

    /** The first of the claims of one record went to the database; the others may be answered by what it found. */
    private static void answer(List<ClaimCall> group, Answers answers) {
        Row row = answers.row(group.get(0).digest());
        for (int i = 0; row != null && i < group.size(); i++) {
            ClaimCall claim = group.get(i);
            try {
                ClaimResult result = i == 0 && answers.isAfterWrite(row.digest())
                        ? row.afterWriteOf(claim.request())
                        : row.answerTo(claim.request());
                if (result != null) {
                    claim.answer(result);
                }
            } catch (SemelException e) {
                claim.fail(e);
            }
        }
    }

    private static void fail(Call<?> call, Throwable cause) {
        if (!call.isDone()) {
            call.failBecauseOf(cause);
        }
    }
}
