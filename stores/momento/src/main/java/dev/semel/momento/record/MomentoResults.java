package dev.semel.momento.record;

import dev.semel.Fingerprint;
import dev.semel.SemelException;
import dev.semel.StoreException;
import dev.semel.store.Causes;
import dev.semel.store.LargeResults;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.ResultTooLargeException;
import dev.semel.store.Token;
import dev.semel.store.UnreadableRecordException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Stores results in items and reads them: as they are, or with the bytes elsewhere. */
public final class MomentoResults {
    /** How many bytes an item has at most in Momento. */
    public static final int MAX_ITEM = 5_000_000;

    private final Choice choice;

    /**
     * The application's settings.
     *
     * @param maxBytes how many bytes of a result an item holds at most
     * @param elsewhere where larger results go; {@code null} if they are refused
     * @param elsewhereAbove the size in the item above which results go there
     */
    public record Choice(int maxBytes, @Nullable LargeResults elsewhere, int elsewhereAbove) {}

    /** Stores results as chosen. */
    public MomentoResults(Choice choice) {
        this.choice = choice;
    }

    /**
     * Prepares a result for its settlement. The bytes of a large result are stored elsewhere when this returns: a process that dies before the
     * settlement leaves bytes that no record points to, under a name that no other attempt uses.
     *
     * @param until how long the bytes are needed
     * @throws ResultTooLargeException if the item would be too large
     */
    MomentoResult write(RecordId id, Token token, Result result, Instant until) {
        byte[] bytes = result.bytes();
        int checksum = result.checksum(id);
        LargeResults elsewhere = choice.elsewhere;
        if (elsewhere != null && bytes.length > choice.elsewhereAbove) {
            try {
                elsewhere.put(name(id, token), bytes, until);
            } catch (RuntimeException e) {
                throw failed("keep", id, e);
            }
            return new MomentoResult(result.mediaType(), Fingerprint.of(bytes).bytes(), true, checksum);
        }
        int limit = Math.min(choice.maxBytes, MAX_ITEM - MomentoBytes.sizeWithoutResult(id, result.mediaType()));
        if (bytes.length > limit) {
            throw new ResultTooLargeException(bytes.length, limit);
        }
        return new MomentoResult(result.mediaType(), bytes, false, checksum);
    }

    /**
     * Returns the result of a settled record.
     *
     * @throws UnreadableRecordException if it is damaged or missing
     */
    Result read(RecordId id, MomentoRecord item) {
        MomentoResult stored = Objects.requireNonNull(item.result(), "a settled record has a result");
        byte[] bytes = stored.elsewhere() ? fetched(id, item.token(), stored) : stored.bytes();
        return Result.of(item.state().kind(), stored.mediaType(), bytes).verified(id, stored.checksum());
    }

    private byte[] fetched(RecordId id, Token token, MomentoResult stored) {
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
        if (!Arrays.equals(Fingerprint.of(bytes).bytes(), stored.bytes())) {
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
