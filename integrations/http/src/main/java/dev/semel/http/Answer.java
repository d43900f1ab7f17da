package dev.semel.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.store.Result;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An answer to a request: what the application gave, or a replay of it. Immutable, as long as nobody changes the array of its body. */
public final class Answer {
    private final int status;
    private final List<Header> headers;
    private final byte[] body;
    private final Fate fate;

    /** What its application says of it. */
    private enum Fate {
        MAY_BE_STORED,
        UNFINISHED,
        NOT_STORED
    }

    private Answer(int status, List<Header> headers, byte[] body, Fate fate) {
        if (status < 100 || status > 999) {
            throw new IllegalArgumentException("the status is " + status + "; it must have three digits");
        }
        this.status = status;
        this.headers = headers;
        this.body = Objects.requireNonNull(body, "body");
        this.fate = fate;
    }

    /** An answer that may be stored. The array is not copied: leave it alone from now on. */
    public static Answer of(int status, List<Header> headers, byte[] body) {
        return new Answer(status, List.copyOf(headers), body, Fate.MAY_BE_STORED);
    }

    /**
     * A problem document (RFC 9457) of no type of its own, for an application that gave nothing but a status.
     *
     * @param detail what the application said of it, if anything
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

    /**
     * Returns what an adapter gives in place of an answer of which it can't gather more, where nothing can be sent before the work is committed. It
     * is not stored, so that the work is undone.
     */
    public static Answer tooLarge(int mostBytes) {
        return Problem.ANSWER_TOO_LARGE
                .answer("The answer has more than " + mostBytes + " bytes. What was done was undone.")
                .notStored();
    }

    /** Such as 201. */
    public int status() {
        return status;
    }

    /** In their order; several of one name stay several. */
    public List<Header> headers() {
        return headers;
    }

    /** The bytes of the body; not a copy. */
    public byte[] body() {
        return body;
    }

    /**
     * False if the application has asked that this one answer is not stored; the key is then free to run again.
     */
    public boolean mayBeStored() {
        return fate == Fate.MAY_BE_STORED || fate == Fate.UNFINISHED;
    }

    /** See {@link #unfinished()}. */
    boolean isUnfinished() {
        return fate == Fate.UNFINISHED;
    }

    /** The same answer, not to be stored. */
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

    /** The first value of a header. */
    public Optional<String> header(String name) {
        return headers.stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(Header::value)
                .findFirst();
    }

    /** As a guarded route stores it, for whoever settles a record by hand. Of the headers it has those that are replayed by default. */
    public Result asResult() {
        AnswerCodec codec = new AnswerCodec(new ReplayedHeaders(List.of()), Integer.MAX_VALUE);
        return Result.value(codec.mediaType(), codec.encode(this));
    }

    Answer with(String name, String value) {
        return adding(List.of(new Header(name, value)));
    }

    /** The same answer, stored before, as a caller gets it that comes from an origin. */
    Answer replayedTo(List<String> origin) {
        Answer replay = new Answer(status, ReplayedHeaders.forOrigin(this, origin), body, fate)
                .with("Idempotency-Replayed", "true");
        boolean isCrossOrigin = replay.header("Access-Control-Allow-Origin").isPresent();
        return isCrossOrigin ? replay.with("Access-Control-Expose-Headers", "Idempotency-Replayed") : replay;
    }

    /** The same answer with more headers. */
    Answer adding(List<Header> more) {
        List<Header> all = new ArrayList<>(headers);
        all.addAll(more);
        return new Answer(status, List.copyOf(all), body, fate);
    }

    /** Never the body or the headers. */
    @Override
    public String toString() {
        return status + " with " + body.length + " bytes";
    }
}
