package dev.semel.spring.result;

import dev.semel.Codec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;

/** Encodes the answer of a controller: a version, the status, the replayed headers, and the body. A decoded answer is marked as a replay. */
record EntityCodec<T extends @Nullable Object>(Codec<T> body) implements Codec<ResponseEntity<T>> {
    private static final int VERSION = 1;
    private static final Set<String> REPLAYED = Set.of(
            "content-type",
            "content-language",
            "content-encoding",
            "content-disposition",
            "location",
            "content-location",
            "etag",
            "last-modified",
            "link");

    private record Header(String name, String value) {}

    static boolean isEntity(Class<?> type) {
        return type == ResponseEntity.class;
    }

    static <T extends @Nullable Object> EntityCodec<T> of(Codec<T> body) {
        return new EntityCodec<>(body);
    }

    @Override
    public String mediaType() {
        return "application/x-semel-entity";
    }

    @Override
    public byte[] encode(ResponseEntity<T> entity) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeShort(entity.getStatusCode().value());
            List<Header> headers = replayed(entity.getHeaders());
            out.writeShort(headers.size());
            for (Header header : headers) {
                out.writeUTF(header.name());
                out.writeUTF(header.value());
            }
            T value = entity.getBody();
            out.writeBoolean(value != null);
            if (value != null) {
                out.write(body.encode(value));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static List<Header> replayed(HttpHeaders headers) {
        List<Header> kept = new ArrayList<>();
        headers.forEach((name, values) -> {
            if (REPLAYED.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> kept.add(new Header(name, value)));
            }
        });
        return kept;
    }

    @Override
    public ResponseEntity<T> decode(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int version = in.readByte();
            if (version != VERSION) {
                throw new IllegalArgumentException(
                        "the stored answer has version " + version + "; this version of Semel reads " + VERSION);
            }
            ResponseEntity.BodyBuilder entity = ResponseEntity.status(in.readUnsignedShort());
            int count = in.readUnsignedShort();
            for (int i = 0; i < count; i++) {
                entity.header(in.readUTF(), in.readUTF());
            }
            entity.header("Idempotency-Replayed", "true");
            return in.readBoolean() ? entity.body(body.decode(in.readAllBytes())) : entity.build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
