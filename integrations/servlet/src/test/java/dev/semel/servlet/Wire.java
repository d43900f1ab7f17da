package dev.semel.servlet;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A connection on which a test can send bytes that no client would send. */
final class Wire implements AutoCloseable {
    private final Socket socket;

    Wire(URI uri) throws IOException {
        socket = new Socket(uri.getHost(), uri.getPort());
        socket.setSoTimeout(20_000);
    }

    /** Sends a text, each character as one byte. */
    Wire send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        return this;
    }

    /** Sends a whole request that asks the server to close the connection afterwards. */
    Wire request(String line, String headers, String body) throws IOException {
        return send(line + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: " + body.length()
                + "\r\n" + headers + "\r\n" + body);
    }

    /** Returns whether no byte arrives for a while. */
    boolean isSilentFor(int millis) throws IOException {
        socket.setSoTimeout(millis);
        try {
            socket.getInputStream().read();
            return false;
        } catch (SocketTimeoutException e) {
            return true;
        } finally {
            socket.setSoTimeout(20_000);
        }
    }

    /** Returns all that arrives until the server closes the connection. */
    String receive() throws IOException {
        InputStream in = socket.getInputStream();
        return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    static int status(String received) {
        return Integer.parseInt(received.substring(9, 12));
    }

    /** Closes the connection without sending anything. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
