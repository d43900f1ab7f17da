package dev.semel.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.servers.process.Patience;
import dev.semel.servers.process.Ports;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class FlakyProxyTest {
    private EchoServer server;
    private FlakyProxy proxy;

    @BeforeEach
    void open() throws IOException {
        server = new EchoServer();
        proxy = FlakyProxy.to("127.0.0.1", server.port());
    }

    @AfterEach
    void close() throws IOException {
        proxy.close();
        server.close();
    }

    @Test
    void passes_everything_on_and_counts() throws IOException {
        try (Socket client = connect()) {
            assertThat(ask(client, "one")).isEqualTo("one");
            assertThat(ask(client, "three")).isEqualTo("three");
            assertThat(proxy.connections()).isEqualTo(1);
            assertThat(proxy.openConnections()).isEqualTo(1);
            assertThat(proxy.requestBytes()).isEqualTo(8);
            assertThat(proxy.replyBytes()).isEqualTo(8);
            assertThat(proxy.roundTrips()).isEqualTo(2);
        }
        await(() -> proxy.openConnections() == 0);
        assertThat(proxy.cuts()).isZero();
    }

    @Test
    void passes_on_more_than_one_buffer_holds() throws IOException {
        try (Socket client = connect()) {
            String large = "0123456789".repeat(5_000);
            assertThat(ask(client, large)).isEqualTo(large);
        }
    }

    @Test
    void tells_the_server_that_the_client_is_done() throws IOException {
        try (Socket client = connect()) {
            client.getOutputStream().write('x');
            client.shutdownOutput();
            assertThat(client.getInputStream().readAllBytes()).containsExactly('x');
        }
    }

    @Test
    void cuts_all_connections_and_takes_new_ones() throws IOException {
        try (Socket first = connect();
                Socket second = connect()) {
            ask(first, "a");
            ask(second, "b");
            proxy.cut();
            assertBroken(first);
            assertBroken(second);
        }
        assertThat(proxy.cuts()).isEqualTo(2);
        try (Socket third = connect()) {
            assertThat(ask(third, "c")).isEqualTo("c");
        }
    }

    @Test
    void refuses_new_connections_until_it_accepts_again() throws IOException {
        try (Socket open = connect()) {
            ask(open, "a");
            proxy.refuse();
            assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
            assertThat(ask(open, "b")).isEqualTo("b");
        }
        proxy.accept();
        try (Socket client = connect()) {
            assertThat(ask(client, "c")).isEqualTo("c");
        }
    }

    @Test
    void loses_the_next_reply_once() throws IOException {
        try (Socket client = connect()) {
            ask(client, "a");
            proxy.loseNextReply();
            assertThatThrownBy(() -> ask(client, "b")).isInstanceOf(IOException.class);
            assertThat(server.heard()).isEqualTo("ab");
        }
        try (Socket client = connect()) {
            assertThat(ask(client, "c")).isEqualTo("c");
        }
    }

    @Test
    void loses_the_next_request_once() throws IOException {
        try (Socket client = connect()) {
            ask(client, "a");
            proxy.loseNextRequest();
            assertThatThrownBy(() -> ask(client, "b")).isInstanceOf(IOException.class);
        }
        try (Socket client = connect()) {
            assertThat(ask(client, "c")).isEqualTo("c");
        }
        assertThat(server.heard()).isEqualTo("ac");
    }

    @Test
    void chooses_what_to_lose_by_its_text() throws IOException {
        proxy.loseReplyTo("commit");
        try (Socket client = connect()) {
            assertThat(ask(client, "insert")).isEqualTo("insert");
            assertThatThrownBy(() -> ask(client, "so commit it")).isInstanceOf(IOException.class);
            assertThat(server.heard()).isEqualTo("insertso commit it");
        }
    }

    @Test
    void swallows_replies_until_it_is_healed_and_then_cuts() throws IOException {
        proxy.dropReplies();
        try (Socket client = connect()) {
            client.setSoTimeout(100);
            assertThatThrownBy(() -> ask(client, "a")).isInstanceOf(SocketTimeoutException.class);
            await(() -> proxy.lossyConnections() == 1);
            assertThat(server.heard()).isEqualTo("a");
            proxy.heal();
            client.setSoTimeout(10_000);
            assertBroken(client);
        }
        try (Socket client = connect()) {
            assertThat(ask(client, "b")).isEqualTo("b");
        }
    }

    @Test
    void swallows_requests_until_it_is_healed() throws IOException {
        proxy.dropRequests();
        try (Socket client = connect()) {
            client.setSoTimeout(100);
            assertThatThrownBy(() -> ask(client, "a")).isInstanceOf(SocketTimeoutException.class);
            await(() -> proxy.lossyConnections() == 1);
        }
        proxy.heal();
        try (Socket client = connect()) {
            assertThat(ask(client, "b")).isEqualTo("b");
        }
        assertThat(server.heard()).isEqualTo("b");
    }

    @Test
    void delays_either_direction() throws IOException {
        try (Socket client = connect()) {
            proxy.delayRequests(Duration.ofMillis(60));
            proxy.delayReplies(Duration.ofMillis(60));
            long start = System.nanoTime();
            assertThat(ask(client, "a")).isEqualTo("a");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(119));
        }
    }

    @Test
    void a_cut_does_not_wait_for_a_delay() throws IOException {
        try (Socket client = connect()) {
            proxy.delayRequests(Duration.ofMinutes(5));
            client.getOutputStream().write('a');
            await(() -> proxy.requestBytes() == 1);
            proxy.cut();
            assertBroken(client);
        }
        assertThat(proxy.openConnections()).isZero();
        assertThat(server.heard()).isEmpty();
    }

    @Test
    void cuts_in_the_middle_of_a_request() throws IOException {
        proxy.cutAfterRequestBytes(3);
        try (Socket client = connect()) {
            assertThatThrownBy(() -> ask(client, "abcdef")).isInstanceOf(IOException.class);
        }
        await(() -> server.heard().equals("abc"));
    }

    @Test
    void cuts_as_soon_as_a_reply_begins() throws IOException {
        proxy.cutAfterReplyBytes(1);
        try (Socket client = connect()) {
            assertThatThrownBy(() -> ask(client, "abcdef")).isInstanceOf(IOException.class);
        }
        assertThat(server.heard()).isEqualTo("abcdef");
    }

    @Test
    void breaks_the_connection_when_nothing_listens_behind_it() throws IOException {
        try (FlakyProxy nowhere = FlakyProxy.to("127.0.0.1", Ports.free());
                Socket client = new Socket(InetAddress.getLoopbackAddress(), nowhere.port())) {
            assertBroken(client);
        }
    }

    @Test
    void closes_everything() throws IOException {
        try (Socket client = connect()) {
            ask(client, "a");
            proxy.close();
            assertBroken(client);
        }
        assertThat(proxy.openConnections()).isZero();
        assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
        assertThatThrownBy(proxy::accept).isInstanceOf(IllegalStateException.class);
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        socket.setSoTimeout(10_000);
        return socket;
    }

    private static String ask(Socket client, String text) throws IOException {
        client.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        byte[] reply = client.getInputStream().readNBytes(text.length());
        if (reply.length < text.length()) {
            throw new IOException("the connection ended");
        }
        return new String(reply, StandardCharsets.US_ASCII);
    }

    private static void assertBroken(Socket client) {
        assertThatThrownBy(() -> ask(client, "x"))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(SocketTimeoutException.class);
    }

    private static void await(BooleanSupplier condition) {
        Patience patience = new Patience(10);
        while (!condition.getAsBoolean()) {
            assertThat(patience.lasts()).as("in time").isTrue();
        }
    }
}
