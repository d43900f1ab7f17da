package dev.semel;

import dev.semel.input.Text;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The codecs that need nothing but the JDK. */
final class Codecs {
    // No copies here: Result copies the bytes when it receives and returns them.
    static final Codec<byte[]> BYTES = new Simple<>("application/octet-stream", bytes -> bytes, bytes -> bytes);

    static final Codec<String> TEXT =
            new Simple<>("text/plain;charset=utf-8", Codecs::utf8, bytes -> new String(bytes, StandardCharsets.UTF_8));

    static final Codec<@Nullable Void> NOTHING =
            new Simple<>("application/x-semel-nothing", nothing -> new byte[0], Codecs::nothing);

    private Codecs() {}

    private static byte[] utf8(String text) {
        if (!Text.isWellFormed(text)) {
            throw new IllegalArgumentException(
                    "the text has half of a surrogate pair, which UTF-8 can't hold; return bytes instead");
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static @Nullable Void nothing(byte[] bytes) {
        return null;
    }

    private record Simple<T extends @Nullable Object>(
            String mediaType, Function<T, byte[]> encoder, Function<byte[], T> decoder) implements Codec<T> {

        @Override
        public byte[] encode(T value) {
            return encoder.apply(value);
        }

        @Override
        public T decode(byte[] bytes) {
            return decoder.apply(bytes);
        }
    }

    record Constants<E extends Enum<E>>(Class<E> type) implements Codec<E> {
        Constants {
            if (type.getEnumConstants() == null) {
                throw new IllegalArgumentException(
                        type.getName() + " is the body of one constant, not an enum; pass the enum's own class");
            }
        }

        @Override
        public String mediaType() {
            return "text/x-semel-constant";
        }

        @Override
        public byte[] encode(E value) {
            return value.name().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public E decode(byte[] bytes) {
            String name = new String(bytes, StandardCharsets.UTF_8);
            return Arrays.stream(type.getEnumConstants())
                    .filter(constant -> constant.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "what is stored is no constant of " + type.getName() + "; was one renamed or removed?"));
        }
    }

    /**
     * A codec whose values are changed before they are stored and when they are replayed.
     *
     * @param codec encodes what is stored
     * @param form changes the values
     */
    record Changed<T extends @Nullable Object>(Codec<T> codec, Codec.StoredForm<T> form) implements Codec<T> {
        @Override
        public String mediaType() {
            return codec.mediaType();
        }

        @Override
        public byte[] encode(T value) {
            return codec.encode(form.beforeStoring(value));
        }

        @Override
        public T decode(byte[] bytes) {
            return form.onReplay(codec.decode(bytes));
        }

        @Override
        public boolean acceptsNull() {
            return codec.acceptsNull();
        }
    }
}
