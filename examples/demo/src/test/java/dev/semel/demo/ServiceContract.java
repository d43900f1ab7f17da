package dev.semel.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.boot.StoreAddress;
import dev.semel.demo.Client.Reply;
import dev.semel.demo.start.Choices;
import dev.semel.servers.TempFolder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.ConfigurableApplicationContext;

/** The behaviour of the demo on one store, over HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ServiceContract {
    private static final AtomicInteger CALLERS = new AtomicInteger();

    private final TempFolder folder = TempFolder.create("demo");
    private ConfigurableApplicationContext context;
    private int port;

    /** Returns the address of the store. */
    abstract StoreAddress store(TempFolder inFolder);

    @BeforeAll
    void start() {
        context = Demo.start(new Choices(0, store(folder), folder.path(), 10_000));
        port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    @AfterAll
    void stop() {
        context.close();
        folder.close();
    }

    private Client caller() {
        return new Client(port, "caller-" + CALLERS.incrementAndGet());
    }

    @Test
    @DisplayName("C4 a payment is captured once, and its retry gets the same bytes")
    void payment() {
        Client client = caller();
        Reply first = client.pay("k");
        assertThat(first.status()).isEqualTo(201);
        assertThat(first.replayed()).isFalse();
        assertThat(first.header("Location"))
                .isEqualTo("/payments/" + first.json().path("id").asText());
        assertThat(first.json().path("status").asText()).isEqualTo("CAPTURED");
        assertThat(first.json().path("amount").asLong()).isEqualTo(1250);
        Reply again = client.pay("\"k\"");
        assertThat(again.replayed()).isTrue();
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.header("Location")).isEqualTo(first.header("Location"));
        assertThat(client.effects("payments.create", "k")).isEqualTo(1);
        assertThat(client.get(first.header("Location")).json()).isEqualTo(first.json());
        assertThat(client.get("/payments").json()).contains(first.json());
    }

    @Test
    @DisplayName("C2 a payment, an order and a refund need a key")
    void keyMissing() {
        Client client = caller();
        assertThat(client.post("/payments", Client.PAYMENT).status()).isEqualTo(400);
        assertThat(client.post("/orders", "{\"item\":\"book\",\"quantity\":1}").status())
                .isEqualTo(400);
        Reply refund = client.send("DELETE", "/payments/pay_1", "");
        assertThat(refund.status()).isEqualTo(400);
        assertThat(refund.header("Content-Type")).startsWith("application/problem+json");
    }

    @Test
    @DisplayName("C6 another payment under the same key is rejected, also while the first is running")
    void otherPayment() {
        Client client = caller();
        CompletableFuture<Reply> running = client.payAsync("k", "X-Demo-Delay", "700");
        await(300);
        String other = Client.PAYMENT.replace("1250", "9999");
        assertThat(client.post("/payments", other, Client.with("k")).status())
                .as("while the first is running")
                .isEqualTo(422);
        assertThat(running.join().status()).isEqualTo(201);
        assertThat(client.post("/payments", other, Client.with("k")).status()).isEqualTo(422);
        assertThat(client.effects("payments.create", "k")).isEqualTo(1);
    }

    @Test
    @DisplayName("C6 a duplicate of a running payment waits for its result")
    void waits() {
        Client client = caller();
        CompletableFuture<Reply> running = client.payAsync("k", "X-Demo-Delay", "600");
        await(200);
        Reply duplicate = client.pay("k");
        assertThat(duplicate.status()).isEqualTo(201);
        assertThat(List.of(duplicate.replayed(), running.join().replayed())).containsExactlyInAnyOrder(true, false);
        assertThat(duplicate.body()).isEqualTo(running.join().body());
        assertThat(client.effects("payments.create", "k")).isEqualTo(1);
    }

    @Test
    @DisplayName("A2 200 concurrent duplicates have one effect and identical responses")
    void manyAtOnce() {
        Client client = caller();
        List<CompletableFuture<Reply>> all = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            all.add(client.payAsync("k", "X-Demo-Delay", "200"));
        }
        List<Reply> replies = all.stream().map(CompletableFuture::join).toList();
        assertThat(replies).allMatch(reply -> reply.status() == 201);
        assertThat(replies.stream().map(Reply::body).collect(Collectors.toSet()))
                .hasSize(1);
        assertThat(replies.stream().filter(reply -> !reply.replayed())).hasSize(1);
        assertThat(client.effects("payments.create", "k")).isEqualTo(1);
    }

    @Test
    @DisplayName("C13 the same key of another caller is another payment, and guests are a separate caller")
    void callers() {
        Client guest = new Client(port, null);
        String key = "shared-" + CALLERS.incrementAndGet();
        Set<String> ids = List.of(caller(), caller(), guest).stream()
                .map(client -> client.pay(key).json().path("id").asText())
                .collect(Collectors.toSet());
        assertThat(ids).hasSize(3);
        assertThat(guest.effects("payments.create", key)).isEqualTo(1);
    }

    @Test
    @DisplayName("C11 work that fails with 503 has no effect, and the next request runs")
    void fails() {
        Client client = caller();
        assertThat(client.pay("k", "X-Demo-Fail", "503").status()).isEqualTo(503);
        assertThat(client.effects("payments.create", "k")).isZero();
        Reply retry = client.pay("k");
        assertThat(retry.status()).isEqualTo(201);
        assertThat(retry.replayed()).isFalse();
        assertThat(client.effects("payments.create", "k")).isEqualTo(1);
    }

    @Test
    @DisplayName("a payment is refunded once: a retry gets the same response, another refund a 409 problem")
    void refund() {
        Client client = caller();
        String address = client.pay("k").header("Location");
        Reply refund = client.send("DELETE", address, "", Client.with("r-1"));
        assertThat(refund.status()).isEqualTo(200);
        assertThat(refund.json().path("status").asText()).isEqualTo("REFUNDED");
        Reply retry = client.send("DELETE", address, "", Client.with("r-1"));
        assertThat(retry.replayed()).isTrue();
        assertThat(retry.body()).isEqualTo(refund.body());
        Reply another = client.send("DELETE", address, "", Client.with("r-2"));
        assertThat(another.status()).isEqualTo(409);
        assertThat(another.header("Content-Type")).startsWith("application/problem+json");
        assertThat(client.send("DELETE", address, "", Client.with("r-2")).replayed())
                .as("a rejection is stored")
                .isTrue();
        assertThat(client.effects("payments.refund", "r-1")).isEqualTo(1);
        assertThat(client.effects("payments.refund", "r-2")).isZero();
        assertThat(client.send("DELETE", "/payments/none", "", Client.with("r-3"))
                        .status())
                .isEqualTo(404);
    }

    @Test
    @DisplayName("C6 C7 a duplicate of a running order gets 202 with a status address that only its caller can read")
    void order() {
        Client client = caller();
        String body = "{\"item\":\"book\",\"quantity\":1}";
        CompletableFuture<Reply> running = client.postAsync("/orders", body, Client.with("k", "X-Demo-Delay", "900"));
        await(400);
        Reply duplicate = client.post("/orders", body, Client.with("k"));
        assertThat(duplicate.status()).isEqualTo(202);
        String status = duplicate.header("Location");
        assertThat(client.get(status).json().path("state").asText()).isEqualTo("in_progress");
        assertThat(caller().get(status).status()).isEqualTo(404);
        assertThat(running.join().status()).isEqualTo(201);
        assertThat(client.get(status).json().path("state").asText()).isEqualTo("completed");
        Reply replay = client.post("/orders", body, Client.with("k"));
        assertThat(replay.replayed()).isTrue();
        assertThat(replay.body()).isEqualTo(running.join().body());
        assertThat(client.effects("orders.create", "k")).isEqualTo(1);
    }

    @Test
    @DisplayName("B3 a webhook is identified by the id in its body")
    void webhook() {
        Client client = caller();
        String event = "{\"id\":\"evt_1\",\"type\":\"paid\",\"data\":{\"n\":1}}";
        Reply first = client.post("/webhooks", event);
        assertThat(first.status()).isEqualTo(200);
        assertThat(client.post("/webhooks", " " + event).replayed()).isTrue();
        assertThat(client.post("/webhooks", event.replace("paid", "failed")).status())
                .isEqualTo(422);
        assertThat(client.effects("webhooks.receive", "evt_1")).isEqualTo(1);
        Reply nameless = client.post("/webhooks", "{\"type\":\"paid\"}");
        assertThat(nameless.status()).isEqualTo(400);
        assertThat(nameless.json().path("detail").asText()).contains("/id");
    }

    @Test
    @DisplayName("an email needs no key, and with one its failure is replayed")
    void email() {
        Client client = caller();
        String body = "{\"to\":\"ada@example.org\",\"subject\":\"hello\"}";
        assertThat(client.post("/emails", body).status()).isEqualTo(202);
        assertThat(client.post("/emails", body).status()).isEqualTo(202);
        Reply failure = client.post("/emails", body, Client.with("k", "X-Demo-Fail", "503"));
        assertThat(failure.status()).isEqualTo(503);
        Reply retry = client.post("/emails", body, Client.with("k"));
        assertThat(retry.status()).isEqualTo(503);
        assertThat(retry.replayed()).isTrue();
        assertThat(retry.body()).isEqualTo(failure.body());
        assertThat(client.effects("emails.send", "k")).isZero();
        assertThat(client.post("/emails", body, Client.with("k2")).status()).isEqualTo(202);
        assertThat(client.post("/emails", body, Client.with("k2")).replayed()).isTrue();
        assertThat(client.effects("emails.send", "k2")).isEqualTo(1);
    }

    @ParameterizedTest(name = "{0} {1}: {2}")
    @DisplayName("a body that is not valid gets a 400 problem that names the field, and has no effect")
    @CsvSource(delimiter = '|', textBlock = """
            /payments | {"amount":1,"currency":"EUR"}                  | account
            /payments | {"account":"","amount":1,"currency":"EUR"}     | account
            /payments | {"account":"\\ud800","amount":1,"currency":"EUR"} | account
            /payments | {"account":"a","amount":0,"currency":"EUR"}    | amount
            /payments | {"account":"a","amount":-1,"currency":"EUR"}   | amount
            /payments | {"account":"a","amount":1.5,"currency":"EUR"}  | amount
            /payments | {"account":"a","amount":"1","currency":"EUR"}  | amount
            /payments | {"account":"a","amount":1e30,"currency":"EUR"} | amount
            /payments | {"account":"a","amount":1}                     | currency
            /payments | {"account":"a","amount":1,"currency":"euro"}   | currency
            /orders   | {"quantity":1}                                 | item
            /orders   | {"item":"book"}                                | quantity
            /orders   | {"item":"book","quantity":null}                | quantity
            /webhooks | {"id":"evt_bad"}                               | type
            /webhooks | {"id":5,"type":"paid"}                         | id
            /webhooks | {"id":"evt_bad2","type":"paid","data":7}       | data
            /emails   | {"subject":"hello"}                            | to
            /emails   | {"to":"ada","subject":"hello"}                 | to
            /emails   | {"to":"ada@example.org"}                       | subject
            """)
    void badBody(String path, String body, String field) {
        Client client = caller();
        Reply reply = client.post(path, body, Client.with("k"));
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.header("Content-Type")).startsWith("application/problem+json");
        assertThat(reply.json().path("field").asText()).isEqualTo(field);
        assertThat(reply.json().path("detail").asText()).contains(field);
        assertThat(client.get("/effects").body()).doesNotContain("evt_bad");
    }

    @ParameterizedTest
    @DisplayName("a body that is not a JSON object gets a 400 problem")
    @CsvSource(
            delimiter = '|',
            value = {"{", "[]", "\"text\"", "null", "{\"a\":1}{", "{\"a\":1,\"a\":2}"})
    void notAnObject(String body) {
        for (String path : List.of("/payments", "/orders", "/webhooks", "/emails")) {
            Reply reply = caller().post(path, body, Client.with("k"));
            assertThat(reply.status()).as(path).isEqualTo(400);
            assertThat(reply.header("Content-Type")).startsWith("application/problem+json");
        }
    }

    @ParameterizedTest
    @DisplayName("a header of the demo that is not valid gets a 400 problem that is not stored")
    @CsvSource({"X-Demo-Delay, soon", "X-Demo-Delay, -1", "X-Demo-Fail, 200", "X-Demo-Crash, now", "X-Api-Key, a b"})
    void badHeader(String name, String value) {
        Client client = new Client(port, name.equals("X-Api-Key") ? null : "headers");
        String key = "k-" + CALLERS.incrementAndGet();
        Reply refused = client.pay(key, name, value);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().path("detail").asText()).contains(name);
        assertThat(client.pay(key).status()).isEqualTo(201);
    }

    @Test
    @DisplayName("a payment whose response format the caller does not accept is not made")
    void notAcceptable() {
        Client client = caller();
        assertThat(client.pay("k", "Accept", "application/xml").status()).isEqualTo(406);
        assertThat(client.effects("payments.create", "k")).isZero();
    }

    @Test
    @DisplayName("effects have an operation, a principal, a key and a time")
    void effects() {
        Client client = caller();
        client.pay("k");
        JsonNode all = client.get("/effects").json();
        assertThat(all.isArray()).isTrue();
        JsonNode last = all.get(all.size() - 1);
        assertThat(last.fieldNames()).toIterable().containsExactly("operation", "principal", "key", "at");
        assertThat(last.path("at").asText()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d+Z");
        assertThat(client.get("/effects?operation=none").json()).isEmpty();
        String caller = last.path("principal").asText();
        assertThat(client.get("/effects?operation=payments.create&key=k").json())
                .contains(last);
        assertThat(client.get("/effects?key=none-of-" + caller).json()).isEmpty();
    }

    @Test
    @DisplayName("a caller sees only the records that its requests made, without their results")
    void records() {
        Client client = caller();
        String path = "/records?operation=payments.create&request=POST%20/payments&key=k";
        assertThat(client.get(path).json()).isEmpty();
        client.pay("k");
        JsonNode record = client.get(path).json().path(0);
        assertThat(record.fieldNames())
                .toIterable()
                .containsExactly("operation", "key", "state", "attempt", "resultBytes", "createdAt");
        assertThat(record.path("state").asText()).isEqualTo("completed");
        assertThat(record.path("attempt").asInt()).isOne();
        assertThat(record.path("resultBytes").asInt()).isPositive();
        assertThat(caller().get(path).json()).as("to another caller").isEmpty();
        assertThat(client.get("/records?key=k").status()).isEqualTo(400);
    }

    @Test
    @DisplayName(
            "E7 executed requests count once against the quota of the caller; replays and rejected requests do not")
    void usage() {
        Client client = caller();
        JsonNode fresh = client.get("/usage").json();
        assertThat(fresh.fieldNames())
                .toIterable()
                .containsExactly("subject", "window", "count", "limit", "remaining", "resetsAt");
        assertThat(fresh.path("count").asLong()).isZero();
        assertThat(fresh.path("window").asText()).matches("\\d{4}-\\d\\d");
        assertThat(fresh.path("resetsAt").asText()).matches("\\d{4}-\\d\\d-01T00:00:00Z");
        assertThat(client.pay("k").header("RateLimit")).startsWith("\"requests.month\";r=9999;t=");
        client.pay("k");
        client.post("/payments", Client.PAYMENT);
        client.post("/payments", Client.PAYMENT.replace("1250", "9999"), Client.with("k"));
        client.post("/payments", "{\"account\":\"a-1\"}", Client.with("bad"));
        client.pay("k2", "X-Demo-Fail", "503");
        client.pay("k2");
        client.post("/orders", "{\"item\":\"book\",\"quantity\":1}", Client.with("k"));
        client.post("/emails", "{\"to\":\"ada@example.org\",\"subject\":\"hello\"}");
        JsonNode used = client.get("/usage").json();
        assertThat(used.path("count").asLong()).isEqualTo(4);
        assertThat(used.path("limit").asLong()).isEqualTo(10_000);
        assertThat(used.path("remaining").asLong()).isEqualTo(9_996);
        assertThat(used.path("subject").asText()).startsWith("caller-");
    }

    private static void await(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
