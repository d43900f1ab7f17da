package dev.semel.torture.protocol;

import dev.semel.Fingerprint;
import dev.semel.Fingerprinter;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.torture.http.Stored;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The form of records, requests and results in a run. */
public final class Values {
    /** What a key is asked for: nearly always the first, now and then the other, which must be refused if the first was there. */
    public static final String USUAL = "a";

    public static final String OTHER = "b";

    /** Stands for a record in what is written about a pool. */
    public static final String POOL = "pool";

    private static final Fingerprint USUAL_PRINT = Fingerprinter.byValue().of(USUAL);
    private static final Fingerprint OTHER_PRINT = Fingerprinter.byValue().of(OTHER);

    /** Those of requests that are not compared as they are, such as HTTP requests. */
    private static final Map<Fingerprint, String> LEARNT = new ConcurrentHashMap<>();

    private Values() {}

    public static void learn(Fingerprint fingerprint, String request) {
        LEARNT.put(fingerprint, request);
    }

    public static String id(RecordId id) {
        return id(id.operation(), id.scope(), id.key());
    }

    public static String id(String operation, String scope, String key) {
        return operation + "|" + scope + "|" + key;
    }

    /** Returns which request has this fingerprint; a question mark if none of ours. */
    public static String request(Fingerprint fingerprint) {
        if (fingerprint.equals(USUAL_PRINT)) {
            return USUAL;
        }
        return fingerprint.equals(OTHER_PRINT) ? OTHER : LEARNT.getOrDefault(fingerprint, "?");
    }

    /** Returns a result that says which effect it is of, made longer so that some results take several packets. */
    public static String value(String id, String request, String effect, int padding) {
        return effect + "|" + request + "|" + id + "|" + ".".repeat(padding);
    }

    /** Returns which effect a value is of. */
    public static String effectOf(String value) {
        int end = value.indexOf('|');
        return end < 0 ? "none" : value.substring(0, end);
    }

    public static String hash(Result result) {
        boolean isHttp = result.mediaType().equals(Stored.MEDIA_TYPE);
        return isHttp
                ? hashOfBytes(Stored.form(result.bytes()))
                : hash(result.kind().name(), result.bytes());
    }

    public static String hashOfBytes(byte[] value) {
        return hash(Result.Kind.VALUE.name(), value);
    }

    public static String hashOfValue(String value) {
        return hash(Result.Kind.VALUE.name(), value.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the hash of a failure as it is stored, by its class and its message. */
    public static String hashOfFailure(String type, @Nullable String message) {
        return hash(Result.Kind.FAILURE.name(), (type + "\n" + message).getBytes(StandardCharsets.UTF_8));
    }

    private static String hash(String kind, byte[] bytes) {
        return kind.charAt(0) + Fingerprint.of(bytes).toString().substring(0, 16);
    }
}
