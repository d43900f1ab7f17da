package dev.semel.jdbc.counter;

import dev.semel.Fingerprint;
import dev.semel.StoreException;
import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.Counting;
import dev.semel.counter.store.StoredCount;
import dev.semel.jdbc.database.SqlDatabase;
import dev.semel.jdbc.sql.SqlCall;
import dev.semel.time.Backoff;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Sends calls to the database.
 *
 * <ol>
 *   <li>One change without a key is one statement where the database allows. It decides by the row under its lock whether the window has
 *       turned, and whether the limit permits the change.
 *   <li>Otherwise all changes are made in one transaction, in the order of their rows' keys, so that two calls queue for the same rows in
 *       the same order. The key comes last, with the answer: if it is known, everything is rolled back.
 *   <li>If nothing was counted, a read determines why. If what it finds would permit the call by now, the call is sent again.
 *   <li>A transaction that collided with another one (a deadlock, a row locked for long) was rolled back, and is sent again for some time.
 *       A process that dies within a transaction leaves nothing.
 *   <li>If the connection is lost, it is unknown whether the call was applied, and the store never sends it again. Only a key allows that.
 * </ol>
 */
final class CountSender {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final SqlDatabase database;
    private final CountSql sql;

    CountSender(SqlDatabase database, CountSql sql) {
        this.database = database;
        this.sql = sql;
    }

    CountResult send(CountCall call) throws SQLException {
        List<CountRow> rows = rows(call);
        return withPatience(connection -> attempt(connection, call, rows));
    }

    /** Takes back a call with a key, in the order in which counts and key are locked when it counts. */
    void takeBack(CountCall call) throws SQLException {
        List<CountRow> rows = rows(call);
        CountKey key = Objects.requireNonNull(keyOf(call), "the key of what is taken back");
        withPatience(connection -> {
            List<StoredCount> answer = sql.answerTo(connection, key);
            boolean done = answer == null
                    || inTransaction(connection, same -> subtractAll(same, rows, answer, key), forgotten -> forgotten);
            return done ? Optional.of(true) : Optional.empty();
        });
    }

    /** Subtracts all changes. Returns false, and everything has to be rolled back, if a concurrent call has already taken it back. */
    private boolean subtractAll(Connection connection, List<CountRow> rows, List<StoredCount> answer, CountKey key)
            throws SQLException {
        List<Integer> order = IntStream.range(0, rows.size())
                .boxed()
                .sorted((one, other) -> CountRow.compareByKey(rows.get(one), rows.get(other)))
                .toList();
        for (int index : order) {
            sql.subtract(connection, rows.get(index), answer.get(index).start());
        }
        return sql.forget(connection, key, CountKey.written(answer));
    }

    private static List<CountRow> rows(CountCall call) {
        return call.changes().stream().map(change -> CountRow.of(call, change)).toList();
    }

    private <R> R withPatience(SqlCall<Optional<R>> attempt) throws SQLException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        Backoff colliding = Backoff.forCollisions();
        while (true) {
            try {
                Optional<R> result = database.write(attempt);
                if (result.isPresent()) {
                    return result.get();
                }
                if (System.nanoTime() - deadline > 0) {
                    throw new StoreException(
                            "the counts of a call have too many concurrent changes; nothing was counted: try again later",
                            null);
                }
            } catch (SQLException e) {
                if (database.product().isCutOff(e) || !sql.isPassing(e) || System.nanoTime() - deadline > 0) {
                    throw e;
                }
            }
            colliding.pause();
        }
    }

    private Optional<CountResult> attempt(Connection connection, CountCall call, List<CountRow> rows)
            throws SQLException {
        CountKey key = keyOf(call);
        List<StoredCount> counts = List.of();
        if (rows.stream().allMatch(row -> row.room() >= 0)) {
            counts = rows.size() == 1 && key == null && sql.isOneStatement(rows.get(0))
                    ? addAll(connection, rows, null)
                    : inTransaction(connection, same -> addAll(same, rows, key), all -> !all.isEmpty());
        }
        return counts.isEmpty() ? whyNot(connection, rows, key) : Optional.of(new CountResult.Applied(counts, false));
    }

    private static @Nullable CountKey keyOf(CountCall call) {
        CountCall.Once once = call.once();
        return once == null
                ? null
                : new CountKey(
                        Fingerprint.fromBytes(once.digest(call)),
                        once.at(),
                        once.at().plus(once.remember()));
    }

    /** Adds all changes. Returns nothing, and everything has to be rolled back, if one of them was refused or the key is known. */
    private List<StoredCount> addAll(Connection connection, List<CountRow> rows, @Nullable CountKey key)
            throws SQLException {
        Map<CountRow, StoredCount> counts = new HashMap<>();
        for (CountRow row : rows.stream().sorted(CountRow::compareByKey).toList()) {
            StoredCount count = sql.add(connection, row);
            if (count == null) {
                return List.of();
            }
            counts.put(row, count);
        }
        List<StoredCount> all = rows.stream().map(counts::get).toList();
        return key == null || sql.remember(connection, key, CountKey.written(all)) ? all : List.of();
    }

    /** Runs a call in a transaction, and commits if its result is to be kept. */
    private <R> R inTransaction(Connection connection, SqlCall<R> call, Predicate<R> kept) throws SQLException {
        return database.product().inTransaction(connection, sql.begin(), call, kept);
    }

    /** Determines why a call was not counted. A known key comes first. Returns nothing if the reason has vanished. */
    private Optional<CountResult> whyNot(Connection connection, List<CountRow> rows, @Nullable CountKey key)
            throws SQLException {
        List<StoredCount> first = key == null ? null : sql.answerTo(connection, key);
        if (first != null && key != null) {
            sql.renew(connection, key);
            return Optional.of(new CountResult.Applied(first, true));
        }
        Map<Fingerprint, StoredCount> stored =
                sql.look(connection, rows.stream().map(CountRow::key).toList());
        List<StoredCount> before = new ArrayList<>();
        for (CountRow row : rows) {
            StoredCount start = Counting.before(stored.get(row.digest()), row.change());
            if (start == null) {
                return Optional.of(new CountResult.UnknownSubject(before.size()));
            }
            before.add(start);
        }
        for (int i = 0; i < before.size(); i++) {
            if (!Counting.fits(before.get(i), rows.get(i).change())) {
                return Optional.of(new CountResult.OverLimit(i, before));
            }
        }
        return Optional.empty();
    }
}
