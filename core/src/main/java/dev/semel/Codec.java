package dev.semel;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the result of an operation as bytes and decodes it again. {@code null} is never passed to a codec: Semel
 * stores it in its own form, unless {@link #acceptsNull()} forbids it. Safe for use by many threads.
 *
 * <p>A codec that can't restore its type must refuse it when the codec is created, not at the first replay.
 *
 * @param <T> the type of the result
 */
public interface Codec<T extends @Nullable Object> {

    /** Returns the media type of the bytes. It is stored with them, and compared before they are decoded. */
    String mediaType();

    /** Encodes a value. */
    byte[] encode(T value);

    /** Decodes bytes that {@link #encode} returned. The array is a copy, so it may be kept or changed. */
    T decode(byte[] bytes);

    /** Returns whether {@code null} is a result of this type. Defaults to {@code true}. */
    default boolean acceptsNull() {
        return true;
    }

    /**
     * Returns this codec with a change to what is stored and to what is replayed. The first caller gets what the work returned; every other one gets what
     * {@link StoredForm#onReplay} makes of what was stored.
     */
    default Codec<T> storing(StoredForm<T> form) {
        return new Codecs.Changed<>(this, Objects.requireNonNull(form, "form"));
    }

    /**
     * What is stored of a result, and how the result is made of it again. It serves to keep credentials, signed URLs and personal data out of the store. Safe for use by
     * many threads.
     *
     * @param <T> the type of the result
     */
    interface StoredForm<T extends @Nullable Object> {

        /**
         * Returns what is stored of a result. Defaults to all of it. If it throws, nothing of the result is stored: the work took effect, and a retry gets
         * {@link ResultNotKeptException}.
         */
        default T beforeStoring(T result) {
            return result;
        }

        /**
         * Returns the result of a replay. Defaults to what was stored. It is called for each replay and may block. What it throws fails that call, and the record
         * remains unchanged.
         */
        default T onReplay(T stored) {
            return stored;
        }
    }

    /** Returns a codec for bytes, which are stored unchanged. */
    static Codec<byte[]> bytes() {
        return Codecs.BYTES;
    }

    /** Returns a codec for text, as UTF-8. Every text is restored exactly, except that halves of surrogate pairs are refused. */
    static Codec<String> text() {
        return Codecs.TEXT;
    }

    /** Returns a codec for operations without a result: they return {@code null}. */
    static Codec<@Nullable Void> nothing() {
        return Codecs.NOTHING;
    }

    /** Returns a codec for the constants of an enum. They are stored by name, so their order may change. */
    static <E extends Enum<E>> Codec<E> constants(Class<E> type) {
        return new Codecs.Constants<>(Objects.requireNonNull(type, "type"));
    }
}
