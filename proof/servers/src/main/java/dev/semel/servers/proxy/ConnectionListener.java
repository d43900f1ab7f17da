package dev.semel.servers.proxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.function.Consumer;

/** Accepts connections on a port of 127.0.0.1, in a dedicated thread. */
public final class ConnectionListener {
    private final ServerSocket socket;
    private final Thread thread;

    public ConnectionListener(int port, Consumer<Socket> opened) {
        try {
            socket = new ServerSocket(port, 0, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException("could not listen on port " + port, e);
        }
        thread = new Thread(() -> accept(opened), "semel-flaky-proxy-" + port);
        thread.setDaemon(true);
        thread.start();
    }

    /** Returns when no more connections are accepted. The system lets a last one in while the thread still waits for it. */
    public void close() {
        try {
            socket.close();
            thread.join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void accept(Consumer<Socket> opened) {
        try {
            while (true) {
                opened.accept(socket.accept());
            }
        } catch (IOException e) {
            // It is closed.
        }
    }
}
