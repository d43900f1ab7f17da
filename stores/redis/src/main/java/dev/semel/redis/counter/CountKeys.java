package dev.semel.redis.counter;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.semel.Fingerprint;
import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CounterId;
import java.util.HexFormat;

/**
 * What counts are called in the server. All that belongs to a subject has the digest of it as its hash tag, so that one script sees all of it
 * in a cluster as well.
 */
final class CountKeys {
    private final String prefix;

    CountKeys(String prefix) {
        this.prefix = prefix;
    }

    private String of(String subject) {
        byte[] digest = Fingerprint.ofParts("semel.counter.subject", subject).bytes();
        return prefix + "{" + HexFormat.of().formatHex(digest) + "}:";
    }

    byte[] of(CounterId id) {
        return (of(id.subject()) + id.counter()).getBytes(ISO_8859_1);
    }

    /** No counter's name has a colon. */
    byte[] of(CountCall call, CountCall.Once once) {
        String digest = HexFormat.of().formatHex(once.digest(call));
        return (of(call.subject()) + "once:" + digest).getBytes(ISO_8859_1);
    }
}
