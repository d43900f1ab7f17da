package dev.semel.demo.start;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Checks that the port is free. */
public final class PortCheck {
    private PortCheck() {}

    /**
     * Fails early if the port is in use, which the server would notice only at the end of its start.
     *
     * @throws Choices.Wrong if the port is in use
     */
    public static void requireFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            socket.setReuseAddress(true);
        } catch (IOException e) {
            throw new Choices.Wrong(inUse(port));
        }
    }

    static String inUse(int port) {
        return "Port " + port
                + " of 127.0.0.1 cannot be used, most likely because another program uses it; choose another"
                + " one with --port N, or --port 0 for any free one.";
    }
}
