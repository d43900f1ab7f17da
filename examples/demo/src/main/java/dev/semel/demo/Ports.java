package dev.semel.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Looks at ports. */
final class Ports {
    private Ports() {}

    /** Says at once what the server would find out only at the end of its start. */
    static void requireFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            socket.setReuseAddress(true);
        } catch (IOException e) {
            throw new Choices.Wrong(inUse(port));
        }
    }

    static String inUse(int port) {
        return "Port " + port + " of 127.0.0.1 can't be used, most likely since another program has it; choose another"
                + " one with --port N, or --port 0 for any that is free.";
    }
}
