package dev.semel.spring.result;

import dev.semel.Codec;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Encodes an optional value as one byte for its presence, and the value. */
record OptionalCodec<T>(Codec<@Nullable T> element) implements Codec<Optional<T>> {

    @Override
    public String mediaType() {
        return "application/x-semel-optional";
    }

    @Override
    public boolean acceptsNull() {
        return true;
    }

    @Override
    public byte[] encode(Optional<T> value) {
        if (value.isEmpty()) {
            return new byte[] {0};
        }
        byte[] inner = element.encode(value.get());
        byte[] bytes = new byte[inner.length + 1];
        bytes[0] = 1;
        System.arraycopy(inner, 0, bytes, 1, inner.length);
        return bytes;
    }

    @Override
    public Optional<T> decode(byte[] bytes) {
        if (bytes.length == 0 || bytes[0] > 1 || bytes[0] < 0) {
            throw new IllegalArgumentException(
                    "the stored bytes are not an optional value; was the method's return type changed?");
        }
        return bytes[0] == 0
                ? Optional.empty()
                : Optional.ofNullable(element.decode(Arrays.copyOfRange(bytes, 1, bytes.length)));
    }
}
