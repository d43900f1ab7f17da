package dev.semel.http;

import dev.semel.Codec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Encodes an answer as a version, the status, the replayed headers, and the unchanged body. */
final class AnswerCodec implements Codec<Answer> {
    private static final int VERSION = 1;

    private final ReplayedHeaders replayed;
    private final int mostBytes;

    AnswerCodec(ReplayedHeaders replayed, int mostBytes) {
        this.replayed = replayed;
        this.mostBytes = mostBytes;
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
    public byte[] encode(Answer answer) {
        if (answer.body().length > mostBytes) {
            throw new IllegalArgumentException(
                    "the body has " + answer.body().length + " bytes; must be " + mostBytes + " at most");
        }
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
}
