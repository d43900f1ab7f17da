package dev.semel.http.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What callers get while a request runs, the same behind every adapter. {@link HostileRequestsContract} extends it, so that each adapter that
 * withstands hostile requests passes this as well.
 *
 * <p>The adapter serves a {@link Till}, guarded as by {@link Till#guard}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class DialogueContract {
    private static final Pattern STATUS_ADDRESS = Pattern.compile("statusAddress\\\\?\":\\\\?\"([^\"\\\\]+)");

    /** What an adapter may lack. A case that needs it is then reported as skipped, with the reason. */
    public enum Capability {
        /** The adapter reads the field {@code Idempotency-Key} itself: it sees several keys, and keys that are not well-formed. */
        KEY_FIELD,
        /** The adapter sees the body as it was sent, and limits its size. */
        BODIES,
        /** The server refuses a chunk whose size can't be read, instead of taking it for the end of the body. */
        STRICT_CHUNKS,
        /** The adapter requires a principal, since its application authenticates callers. */
        PRINCIPALS,
        /** The adapter has routes with dialogues of their choice, and status addresses. */
        DIALOGUES
    }

    /** A running application. */
    public interface Served extends AutoCloseable {

        /** Returns the port of a server on the loopback interface; 0 if there is no server. */
        default int port() {
            return 0;
        }

        /** Sends a request and waits for its answer. */
        default Wire.Reply send(HostileRequest request) throws Exception {
            try (Wire wire = new Wire(port())) {
                wire.offer(request.whole());
                return Wire.Reply.of(wire.receive());
            }
        }

        @Override
        void close() throws Exception;
    }

    final Till till = new Till();
    private String name = "";
    private Served served;

    /** Starts the application. */
    protected abstract Served serve(Till till) throws Exception;

    /** Returns what the adapter has; all by default. */
    protected Set<Capability> capabilities() {
        return EnumSet.allOf(Capability.class);
    }

    @BeforeAll
    void start() throws Exception {
        served = serve(till);
    }

    @AfterAll
    void stop() throws Exception {
        served.close();
    }

    @BeforeEach
    void begin(TestInfo test) {
        name = test.getTestMethod().orElseThrow().getName() + "-" + UUID.randomUUID();
    }

    /** Starts another case within a test. */
    final void beginAgain() {
        name = "again-" + UUID.randomUUID();
    }

    /** Returns the name of this case, which serves as its key. */
    final String name() {
        return name;
    }

    final Served served() {
        return served;
    }

    final Wire.Reply send(HostileRequest request) throws Exception {
        return served.send(request);
    }

    final int effects() {
        return till.effects(name);
    }

    /** A payment of this case, without a key. */
    final HostileRequest payment() {
        return of(Till.PAYMENTS, "{\"amount\": 1}");
    }

    /** A payment of this case, with a key that is this case's alone. */
    final HostileRequest keyed() {
        return payment().key(name);
    }

    /** A request of this case to an endpoint, without a key. */
    final HostileRequest of(String path, String body) {
        return HostileRequest.to(path, body).with(Till.PRINCIPAL, "ada").with(Till.CASE, name);
    }

    final void needs(Capability capability) {
        assumeTrue(capabilities().contains(capability), () -> "this adapter lacks " + capability);
    }

    /** Sends a request while the first one with its key runs, and ends the first one. */
    private Wire.Reply whileRunning(HostileRequest request) throws Exception {
        ExecutorService first = Executors.newSingleThreadExecutor();
        try (Till.Gate gate = till.hold(name)) {
            Future<Wire.Reply> running = first.submit(() -> send(request));
            gate.awaitArrival();
            Wire.Reply duplicate = send(request);
            gate.close();
            assertThat(running.get(1, TimeUnit.MINUTES).status()).isEqualTo(201);
            return duplicate;
        } finally {
            first.shutdownNow();
        }
    }

    @ParameterizedTest(name = "a duplicate of a running request to {0} gets {1} with Retry-After")
    @CsvSource({Till.PAYMENTS + ", 409", Till.EARLY + ", 425", Till.BUSY + ", 429", Till.LOCKED + ", 422"})
    void refusedWhileRunning(String path, int status) throws Exception {
        needs(Capability.DIALOGUES);
        Wire.Reply duplicate = whileRunning(of(path, "{}").key(name));
        assertThat(duplicate.status()).as(duplicate.text()).isEqualTo(status);
        assertThat(duplicate.has("Content-Type", "application/problem\\+json"))
                .as(duplicate.text())
                .isTrue();
        assertThat(duplicate.has("Retry-After", path.equals(Till.EARLY) ? "3" : "1"))
                .as(duplicate.text())
                .isTrue();
        assertThat(duplicate.text()).contains("urn:semel:problem:in-progress");
        assertThat(effects()).isEqualTo(1);
        assertThat(send(of(path, "{}").key(name)).replayed()).isTrue();
    }

    @Test
    @DisplayName("a duplicate of a running request may get 202: JSON with state, status address and retry time")
    void accepted() throws Exception {
        needs(Capability.DIALOGUES);
        Wire.Reply duplicate = whileRunning(of(Till.ORDERS, "{}").key(name));
        assertThat(duplicate.status()).as(duplicate.text()).isEqualTo(202);
        assertThat(duplicate.has("Content-Type", "application/json"))
                .as(duplicate.text())
                .isTrue();
        assertThat(duplicate.has("Retry-After", "1")).as(duplicate.text()).isTrue();
        assertThat(duplicate.has("Location", Pattern.quote(statusAddress(duplicate))))
                .as(duplicate.text())
                .isTrue();
        assertThat(duplicate.text().replace("\\", "")).contains("\"state\":\"in_progress\"", "\"retryAfter\":1");
    }

    private static String statusAddress(Wire.Reply accepted) {
        Matcher found = STATUS_ADDRESS.matcher(accepted.text());
        assertThat(found.find()).as(accepted.text()).isTrue();
        return found.group(1);
    }

    @Test
    @DisplayName("the status address shows the status code of a completed request, and where to get its result")
    void completed() throws Exception {
        needs(Capability.DIALOGUES);
        HostileRequest order = of(Till.ORDERS, "{}").key(name);
        Wire.Reply status =
                send(HostileRequest.get(statusAddress(whileRunning(order))).with(Till.PRINCIPAL, "ada"));
        assertThat(status.status()).as(status.text()).isEqualTo(200);
        assertThat(status.text().replace("\\", ""))
                .contains(
                        "\"state\":\"completed\"",
                        "\"statusCode\":201",
                        "\"replay\":{\"method\":\"POST\",\"path\":\"" + Till.ORDERS + "\"}");
        assertThat(send(order).replayed()).isTrue();
    }

    @Test
    @DisplayName("a caller that prefers to wait gets the status when the request has ended")
    void waitsForTheEnd() throws Exception {
        needs(Capability.DIALOGUES);
        HostileRequest order = of(Till.ORDERS, "{}").key(name);
        ExecutorService callers = Executors.newFixedThreadPool(2);
        try (Till.Gate gate = till.hold(name)) {
            Future<Wire.Reply> running = callers.submit(() -> send(order));
            gate.awaitArrival();
            HostileRequest status =
                    HostileRequest.get(statusAddress(send(order))).with(Till.PRINCIPAL, "ada");
            long start = System.nanoTime();
            Wire.Reply unfinished = send(status.with("Prefer", "respond-async, wait=1"));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(900));
            assertThat(unfinished.text().replace("\\", "")).contains("\"state\":\"in_progress\"");
            assertThat(unfinished.has("Preference-Applied", "wait=1"))
                    .as(unfinished.text())
                    .isTrue();

            Future<Wire.Reply> waiting = callers.submit(() -> send(status.with("Prefer", "wait=600")));
            gate.close();
            Wire.Reply ended = waiting.get(1, TimeUnit.MINUTES);
            assertThat(ended.text().replace("\\", "")).contains("\"state\":\"completed\"", "\"statusCode\":201");
            assertThat(running.get(1, TimeUnit.MINUTES).status()).isEqualTo(201);
        } finally {
            callers.shutdownNow();
        }
        assertThat(effects()).isEqualTo(1);
    }
}
