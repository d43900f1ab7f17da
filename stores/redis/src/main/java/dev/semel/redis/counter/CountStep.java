package dev.semel.redis.counter;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.semel.SemelException;
import dev.semel.StoreException;
import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountChange;
import dev.semel.counter.store.CountChange.UnknownSubjects;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.CounterId;
import dev.semel.counter.store.Span;
import dev.semel.counter.store.StoredCount;
import dev.semel.redis.wire.Script;
import dev.semel.redis.wire.ScriptCall;
import dev.semel.store.Causes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A script call on the counts of one subject. The format of its rows is in {@code count.lua}.
 *
 * @param <R> the type of the answer
 */
final class CountStep<R> extends ScriptCall<R> {
    /** Counts without a key: a second run would count twice. */
    private static final Script COUNT =
            new Script(CountStep.class, Set.of(Script.Trait.RUNS_ONCE, Script.Trait.ANSWERS_EACH), "count.lua");

    /** Counts under keys, or adds nothing: a second run changes nothing. */
    private static final Script COUNT_ONCE =
            new Script(CountStep.class, Set.of(Script.Trait.ANSWERS_EACH), "count.lua");

    private static final Script UNCOUNT = new Script(CountStep.class, Set.of(Script.Trait.ANSWERS_EACH), "uncount.lua");
    private static final Script COUNTED =
            new Script(CountStep.class, Set.of(Script.Trait.ANSWERS_EACH, Script.Trait.KEYS_ONLY), "counted.lua");

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
            rows.add(new Row(keys.of(call.id(change)), argument(size, change)));
        }
        if (once != null) {
            rows.add(new Row(keys.of(call, once), argument(once)));
        }
        return rows;
    }

    private static byte[] argument(int rows, CountChange change) {
        boolean session = change.span() instanceof Span.Session;
        StringBuilder argument = new StringBuilder(100).append(rows).append(session ? " S" : " F");
        argument.append(change.subjects() == UnknownSubjects.CREATE ? 'C' : 'R');
        argument.append(change.limit() == Long.MAX_VALUE ? "U " : "L ");
        argument.append(change.amount()).append(' ').append(change.limit() - change.amount());
        if (change.span() instanceof Span.Session hit) {
            argument.append(' ').append(hit.longest().toMillis());
            argument.append(' ').append(hit.at().toEpochMilli());
            argument.append(' ').append(hit.at().plus(hit.idle()).toEpochMilli());
        } else {
            Span.Fixed fixed = (Span.Fixed) change.span();
            argument.append(" 0 ").append(fixed.start().toEpochMilli());
            argument.append(' ').append(fixed.end().toEpochMilli());
        }
        return bytes(argument.append(' ').append(change.keep().toMillis()));
    }

    private static byte[] argument(CountCall.Once once) {
        StringBuilder argument =
                new StringBuilder(50).append("K ").append(once.at().toEpochMilli());
        argument.append(' ').append(once.at().plus(once.remember()).toEpochMilli());
        return bytes(argument.append(' ').append(once.remember().toMillis()));
    }

    private static byte[] bytes(StringBuilder text) {
        return text.toString().getBytes(ISO_8859_1);
    }

    @Override
    protected R read(long now, @Nullable Object reply) {
        return reading.apply(reply);
    }

    @Override
    protected boolean isWrite(R answer) {
        return false; // counts never wait for replicas
    }

    @Override
    protected SemelException failure(@Nullable Throwable cause) {
        if (cause == null) {
            return new StoreException(
                    "the connection to Redis was lost before the call was answered, and it is unknown whether it was counted; count with a key to make a call safe to send again",
                    null);
        }
        return new StoreException(
                "Redis did not confirm a call, and it is unknown whether it was counted: " + Causes.of(cause)
                        + "; check that the server is reachable and writable",
                cause);
    }

    @Override
    protected StoreException late(Duration waited) {
        return new StoreException(
                "Redis did not answer within " + waited.toMillis()
                        + " ms, and it is unknown whether it has counted; check that the server is reachable",
                null);
    }
}
