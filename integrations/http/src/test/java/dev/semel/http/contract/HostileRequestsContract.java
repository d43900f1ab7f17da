package dev.semel.http.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Hostile and unlucky requests that every adapter has to survive: nothing runs that must not, nothing runs twice, and the service goes on
 * answering. To be extended for each adapter; one whose requests arrive over connections extends {@link HostileConnectionsContract} instead.
 *
 * <p>The adapter serves a {@link Till}, guarded as by {@link Till#guard}. The {@link DialogueContract} tries what callers get.
 */
public abstract class HostileRequestsContract extends DialogueContract {
    private static final int MANY = 16;

    /** A request that is as it should be is still served, and runs once. */
    final void assertStillServes() throws Exception {
        int before = effects();
        HostileRequest request = payment().key(UUID.randomUUID().toString());
        assertThat(send(request).status()).isEqualTo(201);
        assertThat(send(request).status()).isEqualTo(201);
        assertThat(effects()).isEqualTo(before + 1);
    }

    private void assertRefused(HostileRequest request, int... statuses) throws Exception {
        Wire.Reply reply = send(request);
        assertThat(statuses).as(reply.text()).contains(reply.status());
        assertThat(effects()).isZero();
    }

    private void assertRunsOnce(HostileRequest request) throws Exception {
        Wire.Reply first = send(request);
        Wire.Reply second = send(request);
        assertThat(first.status()).as(first.text()).isIn(201, 400, 413, 422);
        assertThat(second.status()).as(second.text()).isEqualTo(first.status());
        assertThat(effects()).isEqualTo(first.status() == 201 ? 1 : 0);
        assertStillServes();
    }

    @Test
    @DisplayName("a request without a key does not run")
    void noKey() throws Exception {
        assertRefused(payment(), 400);
    }

    @Test
    @DisplayName("a request with a key of 300 bytes does not run, and one of 255 does")
    void longKey() throws Exception {
        assertRefused(payment().key("k".repeat(300)), 400);
        assertRefused(payment().key("k".repeat(20_000)), 0, 400, 431);
        assertThat(send(payment().key((name() + "k".repeat(255)).substring(0, 255)))
                        .status())
                .isEqualTo(201);
        assertThat(effects()).isEqualTo(1);
    }

    @ParameterizedTest(name = "a request with the key <{0}> does not run")
    @ValueSource(strings = {"\"", "\"a", "\"\"", "a b", "\u00e9", "\"a\" \"b\"", "a, b", "\"a\\x\"", "\u0001"})
    void malformedKey(String key) throws Exception {
        needs(Capability.KEY_FIELD);
        assertRefused(payment().key(key), 0, 400);
    }

    @Test
    @DisplayName("a request with several keys does not run")
    void severalKeys() throws Exception {
        needs(Capability.KEY_FIELD);
        assertRefused(keyed().key("another"), 400);
        assertRefused(keyed().key(name()), 400);
    }

    @Test
    @DisplayName("the same key of two callers is two keys")
    void callers() throws Exception {
        Wire.Reply ada = send(keyed());
        Wire.Reply eve = send(HostileRequest.to(Till.PAYMENTS, payment().body())
                .with(Till.PRINCIPAL, "eve")
                .with(Till.CASE, name())
                .key(name()));
        assertThat(ada.status()).isEqualTo(201);
        assertThat(eve.status()).isEqualTo(201);
        assertThat(eve.replayed()).isFalse();
        assertThat(effects()).isEqualTo(2);
    }

    @Test
    @DisplayName("a request of an anonymous caller does not run where callers are authenticated")
    void anonymous() throws Exception {
        needs(Capability.PRINCIPALS);
        HostileRequest request =
                HostileRequest.to(Till.PAYMENTS, payment().body()).with(Till.CASE, name());
        assertRefused(request.key(name()), 401);
    }

    @Test
    @DisplayName("a different body under the same key neither runs nor gets the answer")
    void otherBody() throws Exception {
        assertThat(send(keyed()).status()).isEqualTo(201);
        Wire.Reply other = send(keyed().body("{\"amount\": 2}"));
        assertThat(other.status()).isEqualTo(422);
        assertThat(other.text()).doesNotContain("payment ");
        assertThat(effects()).isEqualTo(1);
    }

    @Test
    @DisplayName("a body above the limit does not run")
    void tooLarge() throws Exception {
        needs(Capability.BODIES);
        assertRefused(keyed().body(" ".repeat(Till.LIMIT + 1)), 0, 413);
        assertStillServes();
    }

    @ParameterizedTest(name = "JSON with arrays {0} deep runs once, or not at all")
    @ValueSource(ints = {999, 1_001, 100_000})
    void deepJson(int depth) throws Exception {
        assertRunsOnce(keyed().body("[".repeat(depth) + "]".repeat(depth)));
    }

    @Test
    @DisplayName("JSON with 60,000 members, equal members or elements runs once, or not at all")
    void wideJson() throws Exception {
        List<String> bodies = List.of(
                IntStream.range(0, 60_000).mapToObj(i -> "\"" + i + "\":1").collect(Collectors.joining(",", "{", "}")),
                IntStream.range(0, 60_000).mapToObj(i -> "\"a\":" + i).collect(Collectors.joining(",", "{", "}")),
                "[" + "{},".repeat(60_000) + "{}]",
                "\"" + "\\u0001".repeat(60_000) + "\"",
                "{\"amount\": 1e1000000000}",
                "{\"amount\": " + "9".repeat(60_000) + "}");
        for (String body : bodies) {
            beginAgain();
            assertRunsOnce(keyed().body(body));
        }
    }

    @Test
    @DisplayName("multipart with a boundary of 7,000 characters runs once, and another body is another request")
    void hugeBoundary() throws Exception {
        needs(Capability.BODIES);
        String boundary = "b".repeat(7_000);
        String near = "--" + "b".repeat(6_999);
        String part = "--" + boundary + "\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n";
        String end = "\r\n--" + boundary + "--\r\n";
        HostileRequest upload = keyed().with("Content-Type", "multipart/form-data; boundary=" + boundary);
        assertRunsOnce(upload.body(part + near.repeat(100) + end));
        Wire.Reply other = send(upload.body(part + near.repeat(99) + "c" + near + end));
        assertThat(other.status()).isNotEqualTo(201);
    }

    @Test
    @DisplayName("a forged webhook does not keep the true event from running")
    void forgedWebhook() throws Exception {
        String id = "\"id\": \"" + name() + "\"";
        HostileRequest event = of(Till.HOOKS, "{" + id + ", \"paid\": 100}").with(Till.SIGNATURE, "true");
        assertThat(send(of(Till.HOOKS, "{" + id + ", \"paid\": 1}")).status()).isEqualTo(401);
        assertThat(send(of(Till.HOOKS, event.body())).status()).isEqualTo(401);
        assertThat(effects()).isZero();
        assertThat(send(event).status()).isEqualTo(201);
        assertThat(send(event).status()).isEqualTo(201);
        assertThat(effects()).isEqualTo(1);
    }

    @Test
    @DisplayName("duplicates in parallel take effect once")
    void parallel() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(MANY);
        try {
            List<Future<Wire.Reply>> replies = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                replies.add(callers.submit(() -> send(keyed())));
            }
            for (Future<Wire.Reply> reply : replies) {
                assertThat(reply.get(2, TimeUnit.MINUTES).status()).isIn(201, 409);
            }
        } finally {
            callers.shutdownNow();
        }
        assertThat(send(keyed()).status()).isEqualTo(201);
        assertThat(effects()).isEqualTo(1);
    }
}
