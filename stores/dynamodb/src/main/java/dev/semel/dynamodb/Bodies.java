package dev.semel.dynamodb;

import dev.semel.Fingerprint;
import dev.semel.SemelException;
import dev.semel.store.Causes;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.ResultTooLargeException;
import dev.semel.store.StoreException;
import dev.semel.store.Token;
import dev.semel.store.UnreadableRecordException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import java.util.zip.DataFormatException;
import org.jspecify.annotations.Nullable;

/** How results get into items and out of them: as they are, compressed, or elsewhere. */
final class Bodies {
    /** What DynamoDB takes for an item, names of attributes included. */
    static final int MAX_ITEM = 400 * 1024;

    /** Below this an item costs one write unit anyway. */
    private static final int WORTH_DEFLATING = 512;

    private final Layout layout;
    private final Choice choice;

    /**
     * What the application chose.
     *
     * @param maxBytes the most that goes into an item
     * @param deflate whether to compress what gets smaller by it
     * @param elsewhere where larger results go
     * @param elsewhereAbove from how many bytes in the item on
     */
    record Choice(int maxBytes, boolean deflate, @Nullable LargeResults elsewhere, int elsewhereAbove) {}

    Bodies(Layout layout, Choice choice) {
        this.layout = layout;
        this.choice = choice;
    }

    /**
     * Makes a result ready to be settled. Larger ones are in their place elsewhere when this returns: a process that dies before the settlement
     * leaves bytes that nothing points to, under a name that no other attempt uses.
     *
     * @param until how long they are needed
     * @throws ResultTooLargeException if the item would be too large
     */
    Body write(RecordId id, Token token, Result result, Instant until) {
        Body body = inItem(id, result);
        LargeResults elsewhere = choice.elsewhere;
        if (elsewhere != null && body.size() > choice.elsewhereAbove) {
            byte[] bytes = result.bytes();
            byte[] digest = Fingerprint.of(bytes).bytes();
            try {
                elsewhere.put(name(id, token), bytes, until);
            } catch (RuntimeException e) {
                throw failed("keep", id, e);
            }
            return Body.of(result.mediaType(), bytes, body.checksum()).encoded(Body.ELSEWHERE, digest);
        }
        checkSize(id, body);
        return body;
    }

    private Body inItem(RecordId id, Result result) {
        Body plain = Body.of(result.mediaType(), result.bytes(), result.checksum(id));
        if (!choice.deflate || plain.size() < WORTH_DEFLATING) {
            return plain;
        }
        Body deflated = plain.encoded(Body.DEFLATE, Deflating.deflate(result.bytes()));
        return deflated.size() < plain.size() ? deflated : plain;
    }

    private void checkSize(RecordId id, Body body) {
        int limit = Math.min(choice.maxBytes, MAX_ITEM - layout.sizeWithoutResult(id, body.mediaType()));
        if (body.size() > limit) {
            throw new ResultTooLargeException(body.size(), limit);
        }
    }

    /**
     * The result of a settled item.
     *
     * @throws UnreadableRecordException if it is damaged or not where it should be
     */
    Result read(RecordId id, Item item) {
        Body body = Objects.requireNonNull(item.body(), "a settled item has a body");
        Result.Kind kind = item.state() == Item.State.COMPLETED ? Result.Kind.VALUE : Result.Kind.FAILURE;
        return Result.of(kind, body.mediaType(), bytes(id, item.token(), body)).verified(id, body.checksum());
    }

    private byte[] bytes(RecordId id, Token token, Body body) {
        if (body.encoding() == null) {
            return body.bytes().asByteArrayUnsafe();
        }
        return switch (body.encoding()) {
            case Body.DEFLATE -> inflated(id, body);
            case Body.ELSEWHERE -> fetched(id, token, body);
            default ->
                throw new UnreadableRecordException(
                        id,
                        "its result has an encoding that a newer version of Semel wrote; update this application",
                        null);
        };
    }

    private static byte[] inflated(RecordId id, Body body) {
        try {
            return Deflating.inflate(body.bytes().asByteArrayUnsafe(), body.length());
        } catch (DataFormatException e) {
            throw UnreadableRecordException.damaged(id, "its compressed result can't be expanded", e);
        }
    }

    private byte[] fetched(RecordId id, Token token, Body body) {
        LargeResults elsewhere = choice.elsewhere;
        if (elsewhere == null) {
            throw new UnreadableRecordException(
                    id,
                    "its result is kept elsewhere; give this store the same largeResults as the one that wrote it",
                    null);
        }
        byte[] bytes;
        try {
            bytes = elsewhere
                    .get(name(id, token))
                    .orElseThrow(() -> new UnreadableRecordException(
                            id, "its result is not where largeResults kept it; it was deleted too early", null));
        } catch (SemelException e) {
            throw e;
        } catch (RuntimeException e) {
            throw failed("fetch", id, e);
        }
        if (!Arrays.equals(Fingerprint.of(bytes).bytes(), body.bytes().asByteArrayUnsafe())) {
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
