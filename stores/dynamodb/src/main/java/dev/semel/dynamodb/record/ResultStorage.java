package dev.semel.dynamodb.record;

import dev.semel.Fingerprint;
import dev.semel.SemelException;
import dev.semel.StoreException;
import dev.semel.store.Causes;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.ResultTooLargeException;
import dev.semel.store.Token;
import dev.semel.store.UnreadableRecordException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.zip.DataFormatException;
import org.jspecify.annotations.Nullable;

/** Stores results in items and reads them: as they are, compressed, or with the bytes elsewhere. */
public final class ResultStorage {
    /** How many bytes an item has at most in DynamoDB, names of attributes included. */
    public static final int MAX_ITEM = 400 * 1024;

    /** Below this size an item costs one write unit in any case. */
    private static final int WORTH_DEFLATING = 512;

    private final ItemLayout layout;
    private final Choice choice;

    /**
     * The application's settings.
     *
     * @param maxBytes how many bytes of a result an item holds at most
     * @param deflate whether to compress results that get smaller by it
     * @param elsewhere where larger results go; {@code null} if they are refused
     */
    public record Choice(
            int maxBytes, boolean deflate, @Nullable Elsewhere elsewhere) {}

    /**
     * A place beside the table.
     *
     * @param above the size in the item above which results go there
     * @param keep keeps bytes under a name
     * @param fetch returns the bytes of a name, or empty if there are none
     */
    public record Elsewhere(int above, Keep keep, Function<String, Optional<byte[]>> fetch) {}

    /** Keeps bytes beside the table. */
    @FunctionalInterface
    public interface Keep {
        /** Keeps bytes under a name until an instant. */
        void keep(String name, byte[] bytes, Instant until);
    }

    /** Stores the results of items in a layout. */
    public ResultStorage(ItemLayout layout, Choice choice) {
        this.layout = layout;
        this.choice = choice;
    }

    /**
     * Prepares a result for its settlement. The bytes of a large result are stored elsewhere when this returns: a process that dies before the
     * settlement leaves bytes that no record points to, under a name that no other attempt uses.
     *
     * @param until how long the bytes are needed
     * @throws ResultTooLargeException if the item would be too large
     */
    StoredResult write(RecordId id, Token token, Result result, Instant until) {
        StoredResult stored = inItem(id, result);
        Elsewhere elsewhere = choice.elsewhere;
        if (elsewhere != null && stored.size() > elsewhere.above) {
            byte[] bytes = result.bytes();
            byte[] digest = Fingerprint.of(bytes).bytes();
            try {
                elsewhere.keep.keep(name(id, token), bytes, until);
            } catch (RuntimeException e) {
                throw failed("keep", id, e);
            }
            return StoredResult.of(result.mediaType(), bytes, stored.checksum())
                    .encoded(StoredResult.ELSEWHERE, digest);
        }
        checkSize(id, stored);
        return stored;
    }

    private StoredResult inItem(RecordId id, Result result) {
        StoredResult plain = StoredResult.of(result.mediaType(), result.bytes(), result.checksum(id));
        if (!choice.deflate || plain.size() < WORTH_DEFLATING) {
            return plain;
        }
        StoredResult deflated = plain.encoded(StoredResult.DEFLATE, Deflating.deflate(result.bytes()));
        return deflated.size() < plain.size() ? deflated : plain;
    }

    private void checkSize(RecordId id, StoredResult stored) {
        int limit = Math.min(choice.maxBytes, MAX_ITEM - layout.sizeWithoutResult(id, stored.mediaType()));
        if (stored.size() > limit) {
            throw new ResultTooLargeException(stored.size(), limit);
        }
    }

    /**
     * Returns the result of a settled item.
     *
     * @throws UnreadableRecordException if it is damaged or missing
     */
    Result read(RecordId id, RecordItem item) {
        StoredResult stored = Objects.requireNonNull(item.result(), "a settled item has a result");
        Result.Kind kind = item.state() == RecordItem.State.COMPLETED ? Result.Kind.VALUE : Result.Kind.FAILURE;
        return Result.of(kind, stored.mediaType(), bytes(id, item.token(), stored))
                .verified(id, stored.checksum());
    }

    private byte[] bytes(RecordId id, Token token, StoredResult stored) {
        if (stored.encoding() == null) {
            return stored.bytes().asByteArrayUnsafe();
        }
        return switch (stored.encoding()) {
            case StoredResult.DEFLATE -> inflated(id, stored);
            case StoredResult.ELSEWHERE -> fetched(id, token, stored);
            default ->
                throw new UnreadableRecordException(
                        id,
                        "its result has an encoding that a newer version of Semel wrote; update this application",
                        null);
        };
    }

    private static byte[] inflated(RecordId id, StoredResult stored) {
        try {
            return Deflating.inflate(stored.bytes().asByteArrayUnsafe(), stored.length());
        } catch (DataFormatException e) {
            throw UnreadableRecordException.damaged(id, "its compressed result can't be expanded", e);
        }
    }

    private byte[] fetched(RecordId id, Token token, StoredResult stored) {
        Elsewhere elsewhere = choice.elsewhere;
        if (elsewhere == null) {
            throw new UnreadableRecordException(
                    id,
                    "its result is kept elsewhere; give this store the same largeResults as the one that wrote it",
                    null);
        }
        byte[] bytes;
        try {
            bytes = elsewhere
                    .fetch
                    .apply(name(id, token))
                    .orElseThrow(() -> new UnreadableRecordException(
                            id, "its result is not where largeResults kept it; it was deleted too early", null));
        } catch (SemelException e) {
            throw e;
        } catch (RuntimeException e) {
            throw failed("fetch", id, e);
        }
        if (!Arrays.equals(Fingerprint.of(bytes).bytes(), stored.bytes().asByteArrayUnsafe())) {
            throw UnreadableRecordException.damaged(id, "its result was changed where largeResults kept it", null);
        }
        return bytes;
    }

    private static String name(RecordId id, Token token) {
        return HexFormat.of().formatHex(id.digest()) + "/" + token.epoch() + "-" + token.nonce();
    }

    private static StoreException failed(String what, RecordId id, RuntimeException cause) {
        return new StoreException(
                "largeResults could not " + what + " the result of " + id + ": " + Causes.of(cause), cause);
    }
}
