package dev.semel.torture.http;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** An answer as the store keeps it and as a client gets it, in one form by which the two can be compared. */
public final class Stored {
    /** The media type of answers in a store. */
    public static final String MEDIA_TYPE = "application/x-semel-http-answer";

    private static final List<String> COMPARED = List.of("content-type", "location");

    private Stored() {}

    /** Returns what a client got: its status, the headers that the application has set, and its body. */
    public static byte[] form(Received answer) {
        return form(answer.status(), answer.headers(), answer.body().getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Returns what is in the store; the bytes as they are if they can't be read. */
    public static byte[] form(byte[] stored) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(stored))) {
            in.readByte();
            int status = in.readUnsignedShort();
            Map<String, String> headers = new TreeMap<>();
            for (int left = in.readUnsignedShort(); left > 0; left--) {
                headers.put(in.readUTF().toLowerCase(Locale.ROOT), in.readUTF());
            }
            return form(status, headers, in.readAllBytes());
        } catch (IOException e) {
            return stored;
        }
    }

    private static byte[] form(int status, Map<String, String> headers, byte[] body) {
        StringBuilder text = new StringBuilder().append(status).append('\n');
        COMPARED.forEach(
                name -> text.append(name).append(": ").append(headers.get(name)).append('\n'));
        return text.append(new String(body, StandardCharsets.ISO_8859_1))
                .toString()
                .getBytes(StandardCharsets.ISO_8859_1);
    }
}
