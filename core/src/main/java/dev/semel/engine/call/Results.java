package dev.semel.engine.call;

import dev.semel.Codec;
import dev.semel.Facts;
import dev.semel.Failure;
import dev.semel.Outcome;
import dev.semel.ResultNotKeptException;
import dev.semel.engine.join.Settled;
import dev.semel.input.MediaTypes;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.UnreadableRecordException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Converts between values and stored results. Besides the codec's form, Semel has three reserved forms, each with a
 * media type: {@code null}, a failure, and a tombstone, which states that the work took effect and why its result is
 * missing.
 */
public final class Results<T extends @Nullable Object> {
    private final Codec<T> codec;

    Results(Codec<T> codec) {
        this.codec = codec;
    }

    /** Returns the result for a value, or a tombstone if the value can't be kept. */
    public Result ofValue(T value) {
        try {
            if (value != null) {
                return Result.value(codec.mediaType(), codec.encode(value));
            }
            return codec.acceptsNull()
                    ? Result.value(MediaTypes.NULL, new byte[0])
                    : tombstone("it was null, which " + codec.mediaType()
                            + " forbids here; return a value, or change the declared type");
        } catch (Throwable e) { // the work took effect, and that must be recorded, whatever is thrown
            String what = value == null ? "null" : value.getClass().getName();
            return tombstone("its codec can't encode " + what + " ("
                    + e.getClass().getName() + "); change the codec or the type");
        }
    }

    /** Returns a stored failure for work that took effect and whose result can't be kept. */
    public static Result tombstone(String why) {
        return Result.failure(MediaTypes.TOMBSTONE, why.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a failure in its stored form. */
    public static Result ofFailure(Throwable thrown) {
        Failure failure = Failure.of(thrown);
        String text = failure.message() == null ? failure.type() : failure.type() + "\n" + failure.message();
        return Result.failure(MediaTypes.FAILURE, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a stored failure reduced to its class name. */
    public static Result withoutMessage(Result failure) {
        String type = text(failure).split("\n", 2)[0];
        return Result.failure(failure.mediaType(), type.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns why the result is missing, if it is a tombstone. */
    public static @Nullable String whyNotKept(Result result) {
        return result.mediaType().equals(MediaTypes.TOMBSTONE) ? text(result) : null;
    }

    Outcome<T> replay(Settled settled) {
        Result result = settled.result();
        String notKept = whyNotKept(result);
        if (notKept != null) {
            throw new ResultNotKeptException(notKept, settled.facts());
        }
        if (result.kind() == Result.Kind.FAILURE) {
            return new Outcome.FailureReplayed<>(failure(settled), settled.facts());
        }
        return new Outcome.Replayed<>(value(settled), settled.facts());
    }

    private static Failure failure(Settled settled) {
        if (!settled.result().mediaType().equals(MediaTypes.FAILURE)) {
            throw unreadable(settled, MediaTypes.FAILURE, null);
        }
        String text = text(settled.result());
        int end = text.indexOf('\n');
        return end < 0 ? new Failure(text, null) : new Failure(text.substring(0, end), text.substring(end + 1));
    }

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // a stored null is a T: the codec accepted it
    private T value(Settled settled) {
        Result result = settled.result();
        if (result.mediaType().equals(MediaTypes.NULL)) {
            return null;
        }
        if (!result.mediaType().equals(codec.mediaType())) {
            throw unreadable(settled, codec.mediaType(), null);
        }
        try {
            return codec.decode(result.bytes());
        } catch (RuntimeException e) {
            throw unreadable(settled, codec.mediaType(), e);
        }
    }

    private static UnreadableRecordException unreadable(Settled settled, String expected, @Nullable Throwable cause) {
        Facts facts = settled.facts();
        return new UnreadableRecordException(
                new RecordId(facts.operation(), facts.scope(), facts.key()),
                "expected a result as " + expected + ", found " + settled.result()
                        + "; use the codec that wrote it, or one that reads both forms",
                cause);
    }

    private static String text(Result result) {
        return new String(result.bytes(), StandardCharsets.UTF_8);
    }
}
