package dev.semel.http.contract;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A connection to a server on the loopback interface, on which a test can send what no client would. */
public final class Wire implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 60_000;

    private final Socket socket;

    /** Connects. */
    public Wire(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
    }

    /** Sends a text as UTF-8. */
    public Wire send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
        return this;
    }

    /** Returns the next so many bytes, or fewer if the server closes the connection before. */
    public String receive(int count) throws IOException {
        return new String(socket.getInputStream().readNBytes(count), StandardCharsets.ISO_8859_1);
    }

    /** Sends what the server takes of a text: it may answer and close the connection before it has read everything. */
    public Wire offer(String text) {
        try {
            return send(text);
        } catch (IOException e) {
            return this;
        }
    }

    /** Ends what is sent; the answer can still be received. */
    public Wire finish() {
        try {
            socket.shutdownOutput();
        } catch (IOException e) {
            // The server has closed the connection.
        }
        return this;
    }

    /** Returns all that comes until the server closes the connection; a connection that the server resets has ended, too. */
    public String receive() {
        StringBuilder received = new StringBuilder();
        byte[] buffer = new byte[8192];
        try {
            for (int count = socket.getInputStream().read(buffer);
                    count >= 0;
                    count = socket.getInputStream().read(buffer)) {
                received.append(new String(buffer, 0, count, StandardCharsets.ISO_8859_1));
            }
        } catch (java.net.SocketTimeoutException e) {
            throw new AssertionError("the server neither answers nor closes the connection: " + received, e);
        } catch (IOException e) {
            return received.toString();
        }
        return received.toString();
    }

    /** Hangs up without a word. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    /** Posts {@code {}} to a request target, whatever that is. */
    public static Reply post(int port, String target, @Nullable String key) throws IOException {
        String keyLine = key == null ? "" : "Idempotency-Key: " + key + "\r\n";
        try (Wire wire = new Wire(port)) {
            wire.send("POST " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + keyLine
                    + "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
            return Reply.of(wire.receive());
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /**
     * What a server answered.
     *
     * @param status 0 if it closed the connection without an answer
     * @param replayed whether it is marked as a replay
     * @param text all of it
     */
    public record Reply(int status, boolean replayed, String text) {

        /** Returns whether there is a header, as a server sends it or as JSON. */
        boolean has(String header, String value) {
            return Pattern.compile("\"?" + header + "\"?:\\s?\\[?\"?" + value + "\\b", Pattern.CASE_INSENSITIVE)
                    .matcher(text)
                    .find();
        }

        /** Reads what a server sent. */
        public static Reply of(String received) {
            boolean answered = received.startsWith("HTTP/1.1 ") && received.length() > 12;
            return new Reply(
                    answered ? Integer.parseInt(received.substring(9, 12)) : 0,
                    received.toLowerCase(java.util.Locale.ROOT).contains("\r\nidempotency-replayed: true"),
                    received);
        }
    }
}
