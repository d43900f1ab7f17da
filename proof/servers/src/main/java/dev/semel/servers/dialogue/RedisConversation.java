package dev.semel.servers.dialogue;

import dev.semel.servers.process.Patience;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The parts of Redis' protocol and configuration that setting up servers takes. */
public final class RedisConversation {
    public static final String CONFIG = "redis.conf";
    private static final long PATIENCE_SECONDS = 60;

    private RedisConversation() {}

    public static void writeConfig(Path folder, String content) {
        try {
            Files.writeString(folder.resolve(CONFIG), content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String ask(int port, String command) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(Handshake.TIMEOUT_MILLIS);
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
            return answer(new DataInputStream(socket.getInputStream()));
        } catch (IOException e) {
            throw new IllegalStateException("no answer to " + command + " on port " + port, e);
        }
    }

    /** Waits for a state that the servers reach on their own. An exception counts as "not yet". */
    public static void await(String what, BooleanSupplier state) {
        Patience patience = new Patience(PATIENCE_SECONDS);
        while (!holds(state)) {
            if (!patience.lasts()) {
                throw new IllegalStateException("not within " + PATIENCE_SECONDS + " s: " + what);
            }
        }
    }

    private static boolean holds(BooleanSupplier state) {
        try {
            return state.getAsBoolean();
        } catch (IllegalStateException e) {
            return false;
        }
    }

    private static String answer(DataInputStream in) throws IOException {
        String line = line(in);
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '-' -> throw new IllegalStateException(rest);
            case '$' -> bulk(in, Integer.parseInt(rest));
            case '*' -> array(in, Integer.parseInt(rest));
            default -> rest;
        };
    }

    private static String bulk(DataInputStream in, int length) throws IOException {
        if (length < 0) {
            return "";
        }
        byte[] content = in.readNBytes(length);
        line(in);
        return new String(content, StandardCharsets.UTF_8);
    }

    private static String array(DataInputStream in, int length) throws IOException {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            parts.add(answer(in));
        }
        return String.join("\n", parts);
    }

    private static String line(DataInputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.readUnsignedByte(); c != '\n'; c = in.readUnsignedByte()) {
            line.append((char) c);
        }
        return line.toString().strip();
    }
}
