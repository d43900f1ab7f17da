package dev.semel.http;

import dev.semel.Codec;
import dev.semel.jackson.Redaction;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Encodes an answer as a version, the status, the replayed headers, and the unchanged body. */
final class AnswerCodec implements Codec<Answer> {
    private static final int VERSION = 1;

    private final ReplayedHeaders replayed;
    private final int mostBytes;
    private final UnaryOperator<Answer> cleaning;

    AnswerCodec(ReplayedHeaders replayed, int mostBytes) {
        this(replayed, mostBytes, UnaryOperator.identity());
    }

    AnswerCodec(ReplayedHeaders replayed, int mostBytes, UnaryOperator<Answer> cleaning) {
        this.replayed = replayed;
        this.mostBytes = mostBytes;
        this.cleaning = cleaning;
    }

    @Override
    public String mediaType() {
        return "application/x-semel-http-answer";
    }

    @Override
    public boolean acceptsNull() {
        return false;
    }

    @Override
    public byte[] encode(Answer produced) {
        requireFit(produced); // of a longer body only the beginning may be here, which code must not take for all of it
        Answer answer = cleaning.apply(produced);
        requireFit(answer);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(answer.body().length + 256);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeShort(answer.status());
            List<Header> headers = replayed.of(answer);
            out.writeShort(headers.size());
            for (Header header : headers) {
                out.writeUTF(header.name());
                out.writeUTF(header.value());
            }
            out.write(answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    @Override
    public Answer decode(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int version = in.readByte();
            if (version != VERSION) {
                throw new IllegalArgumentException(
                        "the stored answer has version " + version + "; this version of Semel reads " + VERSION);
            }
            int status = in.readUnsignedShort();
            int count = in.readUnsignedShort();
            List<Header> headers = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                headers.add(new Header(in.readUTF(), in.readUTF()));
            }
            return Answer.of(status, headers, in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void requireFit(Answer answer) {
        if (answer.body().length > mostBytes) {
            throw new IllegalArgumentException(
                    "the body has " + answer.body().length + " bytes; must be " + mostBytes + " at most");
        }
    }

    /**
     * What is removed from an answer before it is stored: by the application's code, then members and headers by their names.
     *
     * @param code the application's code
     * @param members the members of JSON bodies; {@code null} if none are removed
     * @param headers the names of headers, in lower case
     */
    record Cleaning(UnaryOperator<Answer> code, @Nullable Redaction members, List<String> headers)
            implements UnaryOperator<Answer> {

        /** Returns the answer to store. Throws if its body cannot be cleaned, so that it is not stored. */
        @Override
        public Answer apply(Answer produced) {
            Answer answer = code.apply(produced);
            List<Header> kept = answer.headers().stream()
                    .filter(header -> !headers.contains(header.name().toLowerCase(Locale.ROOT)))
                    .toList();
            return Answer.of(answer.status(), kept, body(answer));
        }

        private byte[] body(Answer answer) {
            byte[] body = answer.body();
            boolean mayBeJson = answer.isJson() || answer.header("Content-Type").isEmpty();
            if (members == null || body.length == 0 || !mayBeJson) {
                return body;
            }
            if (answer.header("Content-Encoding").isPresent()) {
                throw new IllegalArgumentException(
                        "the body is compressed; members can be removed only from plain JSON");
            }
            return members.json(body);
        }
    }
}
