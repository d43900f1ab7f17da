package dev.semel.benchmarks.http;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/** Sends requests to one address, on a connection for each thread. It does as little as a client can, so that it hides little of the server. */
final class HttpConnections implements AutoCloseable {
    private static final String BODY =
            "{\"account\":\"a-1\",\"amount\":1250,\"currency\":\"EUR\",\"note\":\"" + "x".repeat(40) + "\"}";

    private final String head;
    private final Supplier<String> header;
    private final Queue<Socket> opened = new ConcurrentLinkedQueue<>();
    private final ThreadLocal<Connection> connections;

    private record Connection(Socket socket, InputStream in) {}

    HttpConnections(int port, String path, Supplier<String> header) {
        this.header = header;
        this.head =
                "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                        + BODY.length() + "\r\n";
        this.connections = ThreadLocal.withInitial(() -> open(port));
    }

    private Connection open(int port) {
        try {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            opened.add(socket);
            return new Connection(socket, new BufferedInputStream(socket.getInputStream(), 4096));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends a request and reads the whole response. */
    void post() throws IOException {
        Connection connection = connections.get();
        String request = head + header.get() + "\r\n" + BODY;
        connection.socket().getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        String status = line(connection.in());
        int length = -1;
        for (String line = line(connection.in()); !line.isEmpty(); line = line(connection.in())) {
            if (line.regionMatches(true, 0, "Content-Length:", 0, 15)) {
                length = Integer.parseInt(line.substring(15).strip());
            }
        }
        int read = length < 0 ? skipChunks(connection.in()) : skip(connection.in(), length);
        if (!status.startsWith("HTTP/1.1 201") || read < 1000) {
            throw new IllegalStateException(
                    "the response was " + status + " with " + read + " bytes; expected 201 with at least 1000");
        }
    }

    private static int skip(InputStream in, int length) throws IOException {
        in.skipNBytes(length);
        return length;
    }

    private static int skipChunks(InputStream in) throws IOException {
        int read = 0;
        while (true) {
            int size = Integer.parseInt(line(in), 16);
            read += skip(in, size);
            line(in);
            if (size == 0) {
                return read;
            }
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder(64);
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the server closed the connection in the middle of a response");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() {
        for (Socket each : opened) {
            try {
                each.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
