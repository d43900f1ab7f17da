package dev.semel.lambda;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** How texts inside of events are packed. Complaints never quote the text. */
enum Decoding {
    JSON {
        @Override
        String decode(String text) {
            return text;
        }
    },
    BASE64 {
        @Override
        String decode(String text) {
            return new String(bytes(text), StandardCharsets.UTF_8);
        }
    },
    BASE64_GZIP {
        @Override
        String decode(String text) {
            byte[] packed = bytes(text);
            try (GZIPInputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(packed))) {
                byte[] all = unpacked.readNBytes(MOST_BYTES + 1);
                if (all.length > MOST_BYTES) {
                    throw new IllegalArgumentException("a text of the event has more than " + MOST_BYTES
                            + " bytes when it is unpacked; name another part of the event");
                }
                return new String(all, StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new IllegalArgumentException(
                        "a text of the event is not packed by gzip; check the expression, or what sends the event", e);
            }
        }
    };

    /** What is sent to Lambda has 6 MB at most, but can unpack to a thousand times that. */
    static final int MOST_BYTES = 16 << 20;

    abstract String decode(String text);

    /** What it is called in expressions. */
    List<String> names() {
        String suffix = name().toLowerCase(Locale.ROOT);
        return List.of("powertools_" + suffix, "semel_" + suffix);
    }

    /** {@code null} if there is no such function. */
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
                    "a text of the event is not Base64; check the expression, or what sends the event");
        }
    }
}
