package dev.semel.redis.counter;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.semel.Fingerprint;
import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CounterId;
import java.util.HexFormat;

/**
 * The Redis keys of counts. All keys of a subject carry its digest as their hash tag, so that one script can access them in a cluster too.
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

    /** Returns the key under which a call is remembered. It is never a count's key, since names of counters contain no colon. */
    byte[] of(CountCall call, CountCall.Once once) {
        String digest = HexFormat.of().formatHex(once.digest(call));
        return (of(call.subject()) + "once:" + digest).getBytes(ISO_8859_1);
    }
}
