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
 * DynamoDB Local, Amazon's double of DynamoDB, as a process of its own. Its data are on disk, so that a crash loses nothing. Takes any
 * credentials and any region, and all see the same tables. The module {@code semel-test-dynamodb} fetches it.
 */
public final class DynamoDbLocal extends Server {
    private static final Shared<DynamoDbLocal> SHARED = new Shared<>(DynamoDbLocal::start);
    private static final String CLASS_PATH = "dynamodb-local.classpath";

    private DynamoDbLocal() {
        super("dynamodb-local", null);
    }

    /**
     * Starts a server of its own for the caller, who closes it.
     *
     * @throws IllegalStateException if it is not on this machine or doesn't start
     */
    public static DynamoDbLocal start() {
        return started(new DynamoDbLocal());
    }

    /** The server that all tests of this JVM share, started on the first call; nobody closes it. */
    public static DynamoDbLocal shared() {
        return SHARED.get();
    }

    /** The endpoint that clients are to be pointed at, such as {@code http://127.0.0.1:8000}. */
    public String uri() {
        return "http://" + host() + ":" + port();
    }

    /** The same server, reached through a proxy in front of it. */
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
