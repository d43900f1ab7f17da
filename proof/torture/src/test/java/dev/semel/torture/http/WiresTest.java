package dev.semel.torture.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("torture")
@DisplayName("the connections of a client")
class WiresTest {
    private static final String ANSWER = "HTTP/1.1 201 \r\nX-Node: 1-1\r\nContent-Length: 3\r\n\r\nabc";
    private static final int REQUESTS = 40;

    private final AtomicInteger connections = new AtomicInteger();
    private final ServerSocket server;
    private volatile String answer = ANSWER;

    WiresTest() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread accepting = new Thread(this::accept);
        accepting.setDaemon(true);
        accepting.start();
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                connections.incrementAndGet();
                Thread serving = new Thread(() -> serve(socket));
                serving.setDaemon(true);
                serving.start();
            }
        } catch (IOException e) {
            return; // closed
        }
    }

    /** Answers the end of each head, as requests here have no body. */
    private void serve(Socket accepted) {
        try (Socket socket = accepted) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
            boolean closes = false;
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                closes |= line.equals("Connection: close");
                if (line.isEmpty()) {
                    socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
                    if (closes) {
                        return;
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Received send(Wires wires) throws Exception {
        Wires.Request request = new Wires.Request("POST / HTTP/1.1\r\n", "", Wire.Manner.PLAIN);
        return wires.send(server.getLocalPort(), request, 60_000);
    }

    @Test
    @DisplayName("are kept after some answers, and used again")
    void kept() throws Exception {
        Wires wires = new Wires(new Random(1));

        for (int i = 0; i < REQUESTS; i++) {
            assertThat(send(wires)).isNotNull().returns("abc", Received::body);
        }

        assertThat(connections.get()).isBetween(2, REQUESTS - 2);
    }

    @Test
    @DisplayName("report a server that sends an answer twice")
    void twice() {
        answer = ANSWER + ANSWER;

        assertThatThrownBy(() -> {
                    Wires wires = new Wires(new Random(1));
                    for (int i = 0; i < REQUESTS; i++) {
                        send(wires);
                    }
                })
                .isInstanceOf(Wire.StrayBytesException.class);
    }
}
