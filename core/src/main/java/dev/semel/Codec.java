package dev.semel;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Turns the result of an operation into bytes and back. {@code null} never gets here: Semel keeps it by itself, unless
 * {@link #acceptsNull()} forbids it. Safe for use by many threads.
 *
 * <p>A codec that can't restore its type must refuse that when it is made, not at the first replay.
 *
 * @param <T> the type of the result
 */
public interface Codec<T extends @Nullable Object> {

    /** Says how the bytes are to be read; kept with them, and compared before they are decoded. */
    String mediaType();

    /** Turns a value into bytes. */
    byte[] encode(T value);

    /** Turns bytes that {@link #encode} made into a value again. The array is a copy, so it may be kept or changed. */
    T decode(byte[] bytes);

    /** Whether {@code null} is a result of this type. It is, unless a codec says otherwise. */
    default boolean acceptsNull() {
        return true;
    }

    /** Bytes as they are. */
    static Codec<byte[]> bytes() {
        return Codecs.BYTES;
    }

    /** Text as UTF-8; whatever characters it has, half surrogate pairs excepted, it comes back the same. */
    static Codec<String> text() {
        return Codecs.TEXT;
    }

    /** For operations without a result: they return {@code null}. */
    static Codec<@Nullable Void> nothing() {
        return Codecs.NOTHING;
    }

    /** Constants of an enum, by their names, so that their order may change. */
    static <E extends Enum<E>> Codec<E> constants(Class<E> type) {
        return new Codecs.Constants<>(Objects.requireNonNull(type, "type"));
    }
}
