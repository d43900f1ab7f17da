package dev.semel.servers;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Sends back what it gets, and remembers it. */
final class EchoServer implements AutoCloseable {
    private final ServerSocket listener;
    private final ByteArrayOutputStream heard = new ByteArrayOutputStream();

    EchoServer() throws IOException {
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(() -> {
            while (true) {
                Socket client = listener.accept();
                daemon(() -> echo(client));
            }
        });
    }

    int port() {
        return listener.getLocalPort();
    }

    String heard() {
        synchronized (heard) {
            return heard.toString(StandardCharsets.US_ASCII);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    private void echo(Socket client) throws IOException {
        try (client) {
            byte[] buffer = new byte[1024];
            int length;
            while ((length = client.getInputStream().read(buffer)) >= 0) {
                synchronized (heard) {
                    heard.write(buffer, 0, length);
                }
                client.getOutputStream().write(buffer, 0, length);
            }
        }
    }

    private interface Loop {
        void run() throws IOException;
    }

    private static void daemon(Loop loop) {
        Thread thread = new Thread(() -> {
            try {
                loop.run();
            } catch (IOException | UncheckedIOException e) {
                // Closed.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}
