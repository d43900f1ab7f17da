package dev.semel.redis.counter;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.semel.SemelException;
import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountChange;
import dev.semel.counter.store.CountChange.UnknownSubjects;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.CounterId;
import dev.semel.counter.store.Span;
import dev.semel.counter.store.StoredCount;
import dev.semel.redis.Call;
import dev.semel.redis.Script;
import dev.semel.redis.Script.Trait;
import dev.semel.store.Causes;
import dev.semel.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A step on the counts of one subject on its way to the server. What its rows say is in {@code count.lua}.
 *
 * @param <R> what it is answered with
 */
final class CountStep<R> extends Call<R> {
    /** Without a key: if it runs twice, it counts twice. */
    private static final Script COUNT =
            new Script(CountStep.class, Set.of(Trait.RUNS_ONCE, Trait.ANSWERS_EACH), "count.lua");

    /** The same under keys, or of nothing. */
    private static final Script COUNT_ONCE = new Script(CountStep.class, Set.of(Trait.ANSWERS_EACH), "count.lua");

    private static final Script UNCOUNT = new Script(CountStep.class, Set.of(Trait.ANSWERS_EACH), "uncount.lua");
    private static final Script COUNTED =
            new Script(CountStep.class, Set.of(Trait.ANSWERS_EACH, Trait.KEYS_ONLY), "counted.lua");

    private final Function<@Nullable Object, R> reading;

    private CountStep(Script script, List<Row> rows, Function<@Nullable Object, R> reading) {
        super(script, rows);
        this.reading = reading;
    }

    static CountStep<CountResult> addition(CountKeys keys, CountCall call) {
        boolean addsNothing = call.changes().stream().allMatch(change -> change.amount() == 0);
        Script script = call.once() != null || addsNothing ? COUNT_ONCE : COUNT;
        return new CountStep<>(script, rows(keys, call), reply -> CountAnswer.read(call, reply));
    }

    static CountStep<Boolean> takingBack(CountKeys keys, CountCall call) {
        return new CountStep<>(UNCOUNT, rows(keys, call), CountAnswer::wasKnown);
    }

    static CountStep<Optional<StoredCount>> look(CountKeys keys, CounterId id) {
        Row row = new Row(keys.of(id), new byte[0]);
        return new CountStep<>(COUNTED, List.of(row), CountAnswer::count);
    }

    private static List<Row> rows(CountKeys keys, CountCall call) {
        CountCall.Once once = call.once();
        int size = call.changes().size() + (once == null ? 0 : 1);
        List<Row> rows = new ArrayList<>(size);
        for (CountChange change : call.changes()) {
            rows.add(new Row(keys.of(call.id(change)), ask(size, change)));
        }
        if (once != null) {
            rows.add(new Row(keys.of(call, once), ask(once)));
        }
        return rows;
    }

    private static byte[] ask(int rows, CountChange change) {
        boolean session = change.span() instanceof Span.Session;
        StringBuilder ask = new StringBuilder(100).append(rows).append(session ? " S" : " F");
        ask.append(change.subjects() == UnknownSubjects.CREATE ? 'C' : 'R');
        ask.append(change.limit() == Long.MAX_VALUE ? "U " : "L ");
        ask.append(change.amount()).append(' ').append(change.limit() - change.amount());
        if (change.span() instanceof Span.Session hit) {
            ask.append(' ').append(hit.longest().toMillis());
            ask.append(' ').append(hit.at().toEpochMilli());
            ask.append(' ').append(hit.at().plus(hit.idle()).toEpochMilli());
        } else {
            Span.Fixed fixed = (Span.Fixed) change.span();
            ask.append(" 0 ").append(fixed.start().toEpochMilli());
            ask.append(' ').append(fixed.end().toEpochMilli());
        }
        return bytes(ask.append(' ').append(change.keep().toMillis()));
    }

    private static byte[] ask(CountCall.Once once) {
        StringBuilder ask = new StringBuilder(50).append("K ").append(once.at().toEpochMilli());
        ask.append(' ').append(once.at().plus(once.remember()).toEpochMilli());
        return bytes(ask.append(' ').append(once.remember().toMillis()));
    }

    private static byte[] bytes(StringBuilder text) {
        return text.toString().getBytes(ISO_8859_1);
    }

    @Override
    protected R read(long now, @Nullable Object reply) {
        return reading.apply(reply);
    }

    @Override
    protected SemelException failure(@Nullable Throwable cause) {
        if (cause == null) {
            return new StoreException(
                    "the connection to Redis was lost before a call was answered, and it is unknown whether it was counted; it was not sent again: count with a key to be able to do that",
                    null);
        }
        return new StoreException(
                "Redis did not confirm a count, and it is unknown whether it did: " + Causes.of(cause)
                        + "; check that the server can be reached and may be written to",
                cause);
    }

    @Override
    protected StoreException late(Duration waited) {
        return new StoreException(
                "Redis did not answer within " + waited.toMillis()
                        + " ms, and it is unknown whether it has counted; check that the server can be reached",
                null);
    }
}
