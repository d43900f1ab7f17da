package dev.semel.servers.dialogue;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Asks a server in its own protocol whether it is ready to work: an open port alone may belong to one that still recovers. */
@FunctionalInterface
public interface Handshake {
    int TIMEOUT_MILLIS = 2_000;

    /** Returns whether the server at the other end is ready. */
    boolean succeeds(Socket socket) throws IOException;

    /** Connects and asks. */
    default boolean succeeds(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            return succeeds(socket);
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns a handshake that logs in and is answered with "authentication" and not with an error. */
    static Handshake postgres(String user, String database) {
        return socket -> {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            DataOutputStream message = new DataOutputStream(body);
            message.writeInt(3 << 16);
            message.writeBytes("user\0" + user + "\0database\0" + database + "\0\0");
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            out.writeInt(body.size() + Integer.BYTES);
            body.writeTo(out);
            boolean ready = socket.getInputStream().read() == 'R';
            out.writeByte('X');
            out.writeInt(Integer.BYTES);
            return ready;
        };
    }

    /** Returns a handshake that reads a greeting in version 10 of the protocol, after its header of four bytes. */
    static Handshake mysql() {
        return socket -> {
            byte[] start = socket.getInputStream().readNBytes(5);
            return start.length == 5 && start[4] == 10;
        };
    }

    /** Returns a handshake that sends a ping and is answered with a pong and not with "loading". */
    static Handshake redis() {
        return socket -> {
            socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
            return socket.getInputStream().read() == '+';
        };
    }

    /** Returns a handshake that accepts any answer in HTTP. */
    static Handshake http() {
        return socket -> {
            String request = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return socket.getInputStream().read() == 'H';
        };
    }
}
