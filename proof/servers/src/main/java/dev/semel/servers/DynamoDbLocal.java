package dev.semel.servers;

import dev.semel.servers.dialogue.Handshake;
import dev.semel.servers.process.Launcher;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * DynamoDB Local, Amazon's double of DynamoDB, as a separate process. Its data are on disk, so that a crash loses nothing. Takes any
 * credentials and any region, and all see the same tables. The module {@code semel-test-dynamodb} fetches it.
 */
public final class DynamoDbLocal extends Server {
    private static final Shared<DynamoDbLocal> SHARED = new Shared<>(DynamoDbLocal::start);
    private static final String CLASS_PATH = "dynamodb-local.classpath";

    private DynamoDbLocal() {
        super("dynamodb-local", null);
    }

    /**
     * Starts a separate server, which the caller closes.
     *
     * @throws IllegalStateException if DynamoDB Local is not on this machine or does not start
     */
    public static DynamoDbLocal start() {
        return started(new DynamoDbLocal());
    }

    /** Returns the server that all tests of this JVM share. It starts on the first call and ends with the JVM. */
    public static DynamoDbLocal shared() {
        return SHARED.get();
    }

    /** Returns the endpoint for clients, such as {@code http://127.0.0.1:8000}. */
    public String uri() {
        return "http://" + host() + ":" + port();
    }

    /** Returns the endpoint of a proxy in front of this server. */
    public String uri(FlakyProxy through) {
        return "http://" + through.host() + ":" + through.port();
    }

    @Override
    void prepare(Launcher launcher) {}

    @Override
    List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx512m", "-cp", classPath()));
        command.add("software.amazon.dynamodb.services.local.main.ServerRunner");
        command.addAll(List.of("-port", Integer.toString(port()), "-disableTelemetry"));
        command.addAll(List.of("-sharedDb", "-dbPath", folder().path().toString()));
        return command;
    }

    @Override
    Handshake handshake() {
        return Handshake.http();
    }

    private static String classPath() {
        try (InputStream file = DynamoDbLocal.class.getResourceAsStream(CLASS_PATH)) {
            if (file == null) {
                throw new IllegalStateException("DynamoDB Local is not on the class path's list;"
                        + " add a test dependency on dev.semel:semel-test-dynamodb");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
