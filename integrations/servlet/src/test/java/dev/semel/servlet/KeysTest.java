package dev.semel.servlet;

import static dev.semel.servlet.Browser.isReplay;
import static dev.semel.servlet.Browser.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.Route;
import dev.semel.servlet.request.BufferedRequest;
import dev.semel.servlet.response.BufferedResponse;
import dev.semel.testkit.StoreCall;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Setting.class)
@DisplayName("keys and the callers that they belong to")
class KeysTest extends ServedTest {

    @Test
    @DisplayName("C1 only the configured methods are guarded; others pass unchanged even with a key")
    void otherMethods() {
        application((request, response) -> {
            assertThat(request).isNotInstanceOf(BufferedRequest.class);
            assertThat(response).isNotInstanceOf(BufferedResponse.class);
            // If the rest of a body arrives after the answer, a server closes the connection, on which the client is
            // about to send the next request.
            request.getInputStream().readAllBytes();
            response.getWriter().print("run " + runs());
        });
        for (String method : List.of("GET", "PUT", "DELETE", "OPTIONS")) {
            to("/payments").method(method).key("k").send();
            HttpResponse<byte[]> again = to("/payments").method(method).key("k").send();
            assertThat(isReplay(again)).isFalse();
        }
        assertThat(runs()).isEqualTo(8);
        to("/elsewhere").key("k").send();
        assertThat(runs()).isEqualTo(9);
        assertThat(store.count(StoreCall.CLAIM)).isZero();
    }

    @Test
    @DisplayName("C2 a key that is missing, empty, too long, repeated or malformed gets 400, without a store call")
    void malformed() throws IOException {
        countingApplication();
        assertProblem(to("/payments").send(), 400, "key-missing");
        for (String key : List.of("\"\"", "a".repeat(256), "a b", "a,b", "\"open", "\"a\\x\"")) {
            assertProblem(to("/payments").key(key).send(), 400, "key-malformed");
        }
        assertProblem(to("/payments").key("a").key("b").send(), 400, "key-malformed");
        for (String line :
                List.of("Idempotency-Key: a\tb\r\n", "Idempotency-Key: \u00e9\r\n", "Idempotency-Key:\r\n")) {
            assertThat(raw(line)).as(line).contains("400").contains("urn:semel:problem:key-malformed");
        }
        assertThat(raw("Idempotency-Key: a\u0001b\r\n")).startsWith("HTTP/1.1 400");
        assertThat(runs()).isZero();
        assertThat(store.count(StoreCall.CLAIM)).isZero();
        assertThat(to("/payments").key("a".repeat(255)).send().statusCode()).isEqualTo(201);
    }

    private String raw(String headers) throws IOException {
        try (Wire wire = new Wire(container().uri())) {
            return wire.request("POST /payments", headers, "{}").receive();
        }
    }

    @Test
    @DisplayName("C3 a bare key and a quoted one are the same; escapes are decoded, parameters ignored")
    void spelling() {
        countingApplication();
        for (String key : List.of("abc", "\"abc\"", "\"abc\";v=1", "abc;v=2")) {
            assertThat(text(pay(key).send())).isEqualTo("run 1");
        }
        assertThat(text(pay("\"a\\\"b\\\\c\"").send())).isEqualTo("run 2");
        assertThat(text(pay("\"a\\\"b\\\\d\"").send())).isEqualTo("run 3");
    }

    @Test
    @DisplayName("C12 the same key on another path or method is independent")
    void otherPaths() {
        routes(route().methods("POST", "PUT"));
        countingApplication();
        to("/payments/1").key("k").send();
        to("/payments/2").key("k").send();
        to("/payments/1").key("k").method("PUT").send();
        assertThat(runs()).isEqualTo(3);
        assertThat(isReplay(to("/payments/2").key("k").send())).isTrue();
    }

    @Test
    @DisplayName("C13 the same key from another principal is independent")
    void otherPrincipals() {
        countingApplication();
        HttpResponse<byte[]> alice = pay("k").as("alice").send();
        HttpResponse<byte[]> bob = pay("k").as("bob").send();
        HttpResponse<byte[]> anonymous = pay("k").send();
        assertThat(List.of(text(alice), text(bob), text(anonymous))).containsExactly("run 1", "run 2", "run 3");
        assertThat(bob.headers().map().keySet()).isEqualTo(alice.headers().map().keySet());
        assertThat(text(pay("k").as("alice").send())).isEqualTo("run 1");
    }

    @Test
    @DisplayName(
            "C18 a request without a principal gets 401 and does not run, unless its route allows anonymous callers")
    void anonymous() {
        anonymousAllowed = false;
        routes(route(), Route.builder("/open", "open." + System.nanoTime()).allowAnonymous());
        countingApplication();
        assertProblem(pay("k").send(), 401, "principal-missing");
        assertThat(runs()).isZero();
        assertThat(text(pay("k").as("alice").send())).isEqualTo("run 1");
        assertThat(text(to("/open").key("k").send())).isEqualTo("run 2");
        assertThat(isReplay(to("/open").key("k").send())).isTrue();
    }

    @Test
    @DisplayName("C7 the status address answers only the same principal, also below the context path")
    void status() {
        routes(Route.builder("/payments", "p." + System.nanoTime()).whileRunning(dev.semel.policy.Policies.accept()));
        siteAt("/shop");
        Gate gate = new Gate();
        application((request, response) -> {
            gate.pass();
            response.setStatus(201);
        });
        var first = pay("k").as("alice").sendAsync();
        gate.awaitArrival();
        HttpResponse<byte[]> accepted = pay("k").as("alice").send();
        assertThat(accepted.statusCode()).isEqualTo(202);
        String location = accepted.headers().firstValue("Location").orElseThrow();
        assertThat(location).startsWith("/shop/idempotency/");
        String path = location.substring("/shop".length());
        assertThat(text(to(path).method("GET").as("alice").send())).contains("\"in_progress\"");
        HttpResponse<byte[]> head = to(path).method("HEAD").as("alice").send();
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertProblem(to(path).method("GET").as("bob").send(), 404, "unknown-key");
        assertProblem(to(path).method("GET").send(), 404, "unknown-key");
        assertProblem(to("/idempotency/nothing").method("GET").as("alice").send(), 404, "unknown-key");
        gate.open();
        assertThat(first.join().statusCode()).isEqualTo(201);
        assertThat(text(to(path).method("GET").as("alice").send())).contains("\"completed\"");
    }

    @Test
    @DisplayName("C12 all spellings of a path that reach the endpoint are guarded as one")
    void waysToWriteAPath() throws IOException {
        routes(route().keyHeader("Idempotency-Key"));
        countingApplication();
        assertThat(text(to("/payments/1").key("k").send())).isEqualTo("run 1");
        for (String path : List.of("/%70ayments/1", "/payments/%31", "/x/../payments/1", "/payments/./1")) {
            try (Wire wire = new Wire(container().uri())) {
                String received = wire.request("POST " + path, "Idempotency-Key: k\r\n", "{}")
                        .receive();
                assertThat(received).as(path).contains("201").contains("run 1");
            }
        }
        try (Wire wire = new Wire(container().uri())) {
            assertThat(wire.request("POST /payments/1;v=2", "Idempotency-Key: k\r\n", "{}")
                            .receive())
                    .startsWith("HTTP/1.1 422");
        }
        assertThat(runs()).isEqualTo(1);
    }
}
