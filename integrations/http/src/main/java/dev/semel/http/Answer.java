package dev.semel.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.store.Result;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An answer to a request: from the application, or a replay. Immutable, as long as the array of its body is not changed. */
public final class Answer {
    private final int status;
    private final List<Header> headers;
    private final byte[] body;
    private final Fate fate;

    /** Whether the application lets the answer be stored. */
    private enum Fate {
        MAY_BE_STORED,
        UNFINISHED,
        NOT_STORED
    }

    private Answer(int status, List<Header> headers, byte[] body, Fate fate) {
        if (status < 100 || status > 999) {
            throw new IllegalArgumentException("the status is " + status + "; must be between 100 and 999");
        }
        this.status = status;
        this.headers = headers;
        this.body = Objects.requireNonNull(body, "body");
        this.fate = fate;
    }

    /** Returns an answer that may be stored. The array is not copied and must not be changed afterwards. */
    public static Answer of(int status, List<Header> headers, byte[] body) {
        return new Answer(status, List.copyOf(headers), body, Fate.MAY_BE_STORED);
    }

    /**
     * Returns a problem document (RFC 9457) of the type {@code about:blank}, for an application that provides only a status.
     *
     * @param detail the application's explanation, or {@code null}
     */
    public static Answer problem(int status, @Nullable String detail) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("type", "about:blank");
        document.put("status", status);
        if (detail != null) {
            document.put("detail", detail);
        }
        Header type = new Header("Content-Type", "application/problem+json");
        return of(status, List.of(type), document.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the status code, such as 201. */
    public int status() {
        return status;
    }

    /** Returns the headers in their order, with all values of each name. */
    public List<Header> headers() {
        return headers;
    }

    /** Returns the bytes of the body; not a copy. */
    public byte[] body() {
        return body;
    }

    /** Returns false if the application has excluded this answer from being stored. The key is then free to run again. */
    public boolean mayBeStored() {
        return fate == Fate.MAY_BE_STORED || fate == Fate.UNFINISHED;
    }

    /** Returns whether the work may still be running, see {@link #unfinished()}. */
    public boolean isUnfinished() {
        return fate == Fate.UNFINISHED;
    }

    /** Returns the same answer, excluded from being stored. */
    public Answer notStored() {
        return new Answer(status, headers, body, Fate.NOT_STORED);
    }

    /**
     * Returns the same answer, given while the work may still be running, as after a time-out. If the route does not store it, the key is
     * not free: duplicates are in progress until the lease expires, and then the policy after abandonment decides.
     */
    public Answer unfinished() {
        return new Answer(status, headers, body, Fate.UNFINISHED);
    }

    /** Returns the first value of a header. */
    public Optional<String> header(String name) {
        return headers.stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(Header::value)
                .findFirst();
    }

    /** Returns the result that a guarded route stores for this answer, for settling a record by hand. It has the headers that are replayed by default. */
    public Result asResult() {
        AnswerCodec codec = new AnswerCodec(new ReplayedHeaders(List.of()), Integer.MAX_VALUE);
        return Result.value(codec.mediaType(), codec.encode(this));
    }

    /** Returns the same answer with another header. */
    public Answer with(String name, String value) {
        return adding(List.of(new Header(name, value)));
    }

    /** Returns whether the body is JSON, by the media type. */
    public boolean isJson() {
        String type = header("Content-Type").orElse("").split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return type.equals("application/json") || type.endsWith("+json");
    }

    /** Returns the same answer with another body. */
    public Answer body(byte[] other) {
        return new Answer(status, headers, other, fate);
    }

    /**
     * Returns the replay of this stored answer for a caller from an origin.
     *
     * @param marks the headers that mark a replay
     */
    public Answer replayedTo(List<String> origin, List<Header> marks) {
        Answer replay = new Answer(status, ReplayedHeaders.forOrigin(this, origin), body, fate).adding(marks);
        boolean isCrossOrigin = replay.header("Access-Control-Allow-Origin").isPresent();
        String exposed = marks.stream().map(Header::name).collect(Collectors.joining(", "));
        return isCrossOrigin ? replay.with("Access-Control-Expose-Headers", exposed) : replay;
    }

    /** Returns the same answer with more headers. */
    public Answer adding(List<Header> more) {
        List<Header> all = new ArrayList<>(headers);
        all.addAll(more);
        return new Answer(status, List.copyOf(all), body, fate);
    }

    /** Returns the status and the size, never the body or the headers. */
    @Override
    public String toString() {
        return status + " with " + body.length + " bytes";
    }
}
