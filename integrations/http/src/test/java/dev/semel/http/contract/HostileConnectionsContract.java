package dev.semel.http.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link HostileRequestsContract} for adapters whose requests arrive over connections, which may be slow, break off, or lie. */
public abstract class HostileConnectionsContract extends HostileRequestsContract {
    /** More than a framework has threads to block on two processors, and fewer than containers have. */
    private static final int CONNECTIONS = 30;

    private static final int PATIENCE_SECONDS = 60;

    private Wire connect() throws Exception {
        return new Wire(served().port());
    }

    /** What the server says to something that can't be a whole request; it may just hang up. */
    private Wire.Reply reply(String text) throws Exception {
        try (Wire wire = connect()) {
            wire.offer(text).finish();
            return Wire.Reply.of(wire.receive());
        }
    }

    /** The answer when no request with this key is in progress any more. */
    private Wire.Reply settled(HostileRequest request) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        Wire.Reply reply = send(request);
        while (reply.status() == 409 && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(20);
            reply = send(request);
        }
        return reply;
    }

    private void assertNotRun(Wire.Reply reply) throws Exception {
        assertThat(reply.status() / 100).as(reply.text()).isNotEqualTo(2);
        assertThat(effects()).isZero();
        assertStillServes();
    }

    @Test
    @DisplayName("slow bodies do not hold up other requests, and run when they are complete")
    void slowBodies() throws Exception {
        List<Wire> slow = new ArrayList<>();
        try {
            for (int i = 0; i < CONNECTIONS; i++) {
                String head = payment().key(UUID.randomUUID().toString()).head();
                slow.add(connect().send(head + "Content-Length: 13\r\n\r\n{"));
            }
            for (Wire wire : slow) {
                wire.send("\"amou");
            }
            assertThat(effects()).isZero();
            assertStillServes();
            int before = effects();
            for (Wire wire : slow) {
                wire.send("nt\": 1}");
            }
            for (Wire wire : slow) {
                assertThat(Wire.Reply.of(wire.receive()).status()).isEqualTo(201);
            }
            assertThat(effects()).isEqualTo(before + CONNECTIONS);
        } finally {
            for (Wire wire : slow) {
                wire.close();
            }
        }
    }

    @ParameterizedTest(name = "clients that hang up in the middle of a body leave nothing behind, chunked: {0}")
    @ValueSource(booleans = {false, true})
    void cutOff(boolean chunked) throws Exception {
        String length = chunked ? "Transfer-Encoding: chunked\r\n\r\n1000\r\n{" : "Content-Length: 1000\r\n\r\n{";
        for (int i = 0; i < CONNECTIONS; i++) {
            try (Wire wire = connect()) {
                wire.send(keyed().head() + length).reset();
            }
        }
        assertStillServes();
        int before = effects();
        assertThat(before).isEqualTo(1);
        assertThat(untilDone(keyed()).status()).isEqualTo(201);
        assertThat(effects()).isEqualTo(before + 1);
    }

    @Test
    @DisplayName("a body shorter than its Content-Length does not run")
    void shorter() throws Exception {
        assertNotRun(reply(
                keyed().head() + "Content-Length: 1000\r\n\r\n" + payment().body()));
    }

    @ParameterizedTest(name = "a request with {0} does not run")
    @ValueSource(
            strings = {
                "Content-Length: -1",
                "Content-Length: ten",
                "Content-Length: 99999999999999999999",
                "Content-Length: 3\r\nContent-Length: 13"
            })
    void wrongLength(String header) throws Exception {
        assertNotRun(reply(keyed().head() + header + "\r\n\r\n" + payment().body()));
    }

    @ParameterizedTest(name = "a chunked body that breaks off after <{0}> does not run")
    @ValueSource(strings = {"", "d\r\n{\"amount\"", "d\r\n{\"amount\": 1}", "d\r\n{\"amount\": 1}\r\n"})
    void endlessChunks(String rest) throws Exception {
        assertNotRun(reply(keyed().head() + "Transfer-Encoding: chunked\r\n\r\n" + rest));
    }

    @ParameterizedTest(name = "a chunked body with a chunk of the size {0} does not run")
    @ValueSource(strings = {"zz", "-1"})
    void wrongChunks(String size) throws Exception {
        needs(Capability.STRICT_CHUNKS);
        assertNotRun(reply(keyed().head() + "Transfer-Encoding: chunked\r\n\r\n" + size + "\r\n"));
    }

    @Test
    @DisplayName("a request with a length and chunks takes effect once at most")
    void lengthAndChunks() throws Exception {
        HostileRequest request = keyed();
        String head = request.head() + "Content-Length: 13\r\n";
        reply(request.chunked().replace(request.head(), head));
        reply(request.chunked().replace(request.head(), head));
        // A server that closes the connection early may still be working on them.
        assertThat(settled(request).status()).isEqualTo(201);
        assertThat(effects()).isEqualTo(1);
        assertStillServes();
    }

    @Test
    @DisplayName("a chunked body is the same request as one with a length")
    void chunked() throws Exception {
        assertThat(send(keyed()).status()).isEqualTo(201);
        try (Wire wire = connect()) {
            wire.send(keyed().chunked());
            assertThat(Wire.Reply.of(wire.receive()).status()).isEqualTo(201);
        }
        assertThat(effects()).isEqualTo(1);
    }

    @Test
    @DisplayName("a chunked body above the limit does not run")
    void chunkedTooLarge() throws Exception {
        needs(Capability.BODIES);
        Wire.Reply reply = reply(keyed().body(" ".repeat(Till.LIMIT + 1)).chunked());
        assertThat(reply.status()).as(reply.text()).isIn(0, 413);
        assertThat(effects()).isZero();
        assertStillServes();
    }

    @Test
    @DisplayName("a client that gives up while the application runs gets its answer with the next request")
    void givesUp() throws Exception {
        try (Till.Gate gate = till.hold(keyed().header(Till.CASE));
                Wire wire = connect()) {
            wire.send(keyed().whole());
            gate.awaitArrival();
            wire.reset();
            assertThat(send(keyed()).status()).isEqualTo(409);
            assertThat(effects()).isEqualTo(1);
        }
        assertThat(untilDone(keyed()).status()).isEqualTo(201);
        assertThat(effects()).isEqualTo(1);
    }

    /** What a patient client gets in the end, that asks again while its first request is still in progress. */
    private Wire.Reply untilDone(HostileRequest request) throws Exception {
        long limit = System.nanoTime() + PATIENCE_SECONDS * 1_000_000_000L;
        Wire.Reply reply = send(request);
        while (reply.status() == 409 && System.nanoTime() < limit) {
            Thread.sleep(20);
            reply = send(request);
        }
        return reply;
    }
}
