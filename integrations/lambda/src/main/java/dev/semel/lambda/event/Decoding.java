package dev.semel.lambda.event;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** The encodings of texts inside events. Messages of exceptions never quote the text. */
public enum Decoding {
    /** JSON text, taken as it is. */
    JSON {
        @Override
        public String decode(String text) {
            return text;
        }
    },
    /** Base64 of text in UTF-8. */
    BASE64 {
        @Override
        public String decode(String text) {
            return new String(bytes(text), StandardCharsets.UTF_8);
        }
    },
    /** Base64 of text in UTF-8 that is compressed with gzip. */
    BASE64_GZIP {
        @Override
        public String decode(String text) {
            byte[] packed = bytes(text);
            try (GZIPInputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(packed))) {
                byte[] all = unpacked.readNBytes(MOST_BYTES + 1);
                if (all.length > MOST_BYTES) {
                    throw new IllegalArgumentException("a text in the event has more than " + MOST_BYTES
                            + " bytes when decompressed; choose another part of the event");
                }
                return new String(all, StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new IllegalArgumentException(
                        "a text in the event is not compressed with gzip; check the expression and the sender of the event",
                        e);
            }
        }
    };

    /** The limit of decompressed text. An event has 6 MB at most, but can decompress to a thousand times that. */
    public static final int MOST_BYTES = 16 << 20;

    /**
     * Decodes a text.
     *
     * @throws IllegalArgumentException if the text has another encoding, or decompresses to more than the limit
     */
    public abstract String decode(String text);

    /** Returns the names of the function in expressions. */
    List<String> names() {
        String suffix = name().toLowerCase(Locale.ROOT);
        return List.of("powertools_" + suffix, "semel_" + suffix);
    }

    /** Returns the encoding with this function name, or {@code null} if there is none. */
    static @Nullable Decoding named(String name) {
        for (Decoding each : values()) {
            if (each.names().contains(name)) {
                return each;
            }
        }
        return null;
    }

    private static byte[] bytes(String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "a text in the event is not Base64; check the expression and the sender of the event");
        }
    }
}
