package dev.semel.servlet;

import static dev.semel.servlet.Browser.isReplay;
import static dev.semel.servlet.Browser.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.policy.Policies;
import dev.semel.testkit.Fault;
import dev.semel.testkit.StoreCall;
import jakarta.servlet.http.Cookie;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Setting.class)
@DisplayName("replays")
class ReplaysTest extends ServedTest {

    @Test
    @DisplayName("C4 have the same status, body and headers, and are marked, unlike the first answer")
    void same() {
        application((request, response) -> {
            response.setStatus(Integer.parseInt(request.getParameter("status")));
            response.setContentType("text/plain;charset=UTF-8");
            response.setHeader("Location", "/payments/1");
            response.setHeader("ETag", "\"1\"");
            if (response.getStatus() != 204) {
                response.getWriter().print("run \u00e9 " + runs());
            }
        });
        for (int status : new int[] {200, 201, 204, 299, 303, 400, 404, 409, 422}) {
            HttpResponse<byte[]> first =
                    to("/payments?status=" + status).key("k" + status).send();
            HttpResponse<byte[]> second =
                    to("/payments?status=" + status).key("k" + status).send();
            assertThat(first.statusCode()).isEqualTo(status);
            assertReplay(first, second);
            for (String name : new String[] {"Location", "ETag"}) {
                assertThat(second.headers().allValues(name))
                        .isEqualTo(first.headers().allValues(name))
                        .hasSize(1);
            }
            assertThat(second.headers().allValues("Content-Length"))
                    .isEqualTo(first.headers().allValues("Content-Length"));
        }
        assertThat(runs()).isEqualTo(9);
    }

    @Test
    @DisplayName("C5 omit cookies, credentials and headers of one connection; several values remain several")
    void headers() {
        application((request, response) -> {
            response.addCookie(new Cookie("session", "secret"));
            response.addHeader("Set-Cookie", "other=secret");
            response.setHeader("WWW-Authenticate", "Basic");
            response.setHeader("X-Own", "1");
            response.addHeader("Link", "</a>; rel=a");
            response.addHeader("Link", "</b>; rel=b");
            response.setDateHeader("Last-Modified", 0);
            response.getOutputStream().print("done");
        });
        HttpResponse<byte[]> first = pay("k").send();
        HttpResponse<byte[]> second = pay("k").send();
        assertThat(first.headers().allValues("Set-Cookie")).hasSize(2);
        assertThat(first.headers().firstValue("X-Own")).hasValue("1");
        assertReplay(first, second);
        for (String never : List.of("Set-Cookie", "WWW-Authenticate", "X-Own")) {
            assertThat(second.headers().allValues(never)).as(never).isEmpty();
        }
        for (HttpResponse<byte[]> each : List.of(first, second)) {
            assertThat(each.headers().allValues("Link")).containsExactly("</a>; rel=a", "</b>; rel=b");
            assertThat(each.headers().allValues("Last-Modified")).containsExactly("Thu, 01 Jan 1970 00:00:00 GMT");
            assertThat(each.headers().allValues("Content-Length")).containsExactly("4");
        }
    }

    @Test
    @DisplayName("C6 another body gets 422, also while the first is running; a duplicate then gets 409 and Retry-After")
    void whileRunning() {
        Gate gate = new Gate();
        application((request, response) -> {
            gate.pass();
            response.setStatus(201);
        });
        CompletableFuture<HttpResponse<byte[]>> first = pay("k").sendAsync();
        gate.awaitArrival();
        assertProblem(pay("k").body("{\"a\":1}").send(), 422, "other-request");
        HttpResponse<byte[]> refused = pay("k").send();
        assertProblem(refused, 409, "in-progress");
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        gate.open();
        assertThat(first.join().statusCode()).isEqualTo(201);
        assertProblem(pay("k").body("{\"a\":1}").send(), 422, "other-request");
        assertProblem(to("/payments?a=1").key("k").send(), 422, "other-request");
        assertThat(runs()).isEqualTo(1);
    }

    @Test
    @DisplayName("C8 after losing a race: a replay or 409, never 503 and never a second run")
    void races() {
        countingApplication();
        List<CompletableFuture<HttpResponse<byte[]>>> all = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            all.add(pay("k").sendAsync());
        }
        List<Integer> statuses =
                all.stream().map(answer -> answer.join().statusCode()).toList();
        assertThat(statuses).isSubsetOf(201, 409).contains(201);
        assertThat(runs()).isEqualTo(1);
    }

    @Test
    @DisplayName("C8 200 concurrent duplicates: one run, one set of bytes")
    void manyDuplicates() {
        routes(route().whileRunning(Policies.waitUpTo(Duration.ofSeconds(20))));
        byte[] bytes = new byte[5000];
        new Random(7).nextBytes(bytes);
        application((request, response) -> {
            response.setStatus(201);
            response.getOutputStream().write(bytes);
            response.getOutputStream().write(runs());
        });
        List<CompletableFuture<HttpResponse<byte[]>>> all = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            all.add(pay("k").sendAsync());
        }
        byte[] first = all.get(0).join().body();
        assertThat(first).hasSize(5001);
        all.forEach(answer -> {
            assertThat(answer.join().statusCode()).isEqualTo(201);
            assertThat(answer.join().body()).isEqualTo(first);
        });
        assertThat(all.stream().filter(answer -> !isReplay(answer.join()))).hasSize(1);
        assertThat(runs()).isEqualTo(1);
    }

    @Test
    @DisplayName("C9 if the store is down: 503, and the application does not run; a conflict is not a failure")
    void storeDown() {
        countingApplication();
        for (int i = 0; i < 3; i++) {
            store.next(StoreCall.CLAIM, Fault.lostRequest());
        }
        HttpResponse<byte[]> refused = pay("k").send();
        assertProblem(refused, 503, "store-unavailable");
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(runs()).isZero();
        assertThat(pay("k").send().statusCode()).isEqualTo(201);
    }

    @Test
    @DisplayName("C14 of binary bodies are byte-identical")
    void binary() {
        byte[] sent = new byte[100_000];
        new Random(1).nextBytes(sent);
        application((request, response) -> {
            response.setContentType("application/octet-stream");
            byte[] read = request.getInputStream().readAllBytes();
            for (int i = 0; i < read.length; i++) {
                read[i] ^= (byte) runs();
            }
            response.getOutputStream().write(read);
        });
        HttpResponse<byte[]> first =
                pay("k").body(BodyPublishers.ofByteArray(sent)).send();
        HttpResponse<byte[]> second =
                pay("k").body(BodyPublishers.ofByteArray(sent)).send();
        assertThat(first.body()).hasSize(sent.length).isNotEqualTo(sent);
        assertReplay(first, second);
    }

    @Test
    @DisplayName("C14 an answer above the limit is sent once; a retry is informed, and does not run")
    void tooLong() {
        routes(route().limits(100, 10_000));
        byte[] bytes = new byte[200_000];
        new Random(2).nextBytes(bytes);
        application((request, response) -> {
            response.setStatus(201);
            response.setHeader("X-Own", "1");
            for (int i = 0; i < bytes.length; i += 1000) {
                response.getOutputStream().write(bytes, i, 1000);
            }
        });
        HttpResponse<byte[]> first = pay("k").send();
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(first.headers().firstValue("X-Own")).hasValue("1");
        assertThat(first.body()).isEqualTo(bytes);
        assertProblem(pay("k").send(), 409, "result-not-kept");
        assertThat(runs()).isEqualTo(1);
        assertProblem(pay("k2").body("x".repeat(101)).send(), 413, "body-too-large");
        assertThat(runs()).isEqualTo(1);
    }

    @Test
    @DisplayName("C15 no byte is sent before it is stored, even if the application flushes")
    void storedFirst() throws IOException {
        Gate gate = new Gate();
        application((request, response) -> {
            response.getOutputStream().print("a first word");
            response.flushBuffer();
            assertThat(response.isCommitted()).isTrue();
            gate.pass();
            response.getOutputStream().print(", and a last one");
        });
        store.next(StoreCall.SETTLE, Fault.delayBefore(Duration.ofMillis(200)));
        try (Wire wire = new Wire(container().uri())) {
            wire.request("POST /payments", "Idempotency-Key: k\r\n", "{}");
            gate.awaitArrival();
            assertThat(wire.isSilentFor(100)).isTrue();
            gate.open();
            assertThat(wire.isSilentFor(100))
                    .as("while the settlement is held up")
                    .isTrue();
            String received = wire.receive();
            assertThat(received).contains("a first word, and a last one");
        }
        HttpResponse<byte[]> retry = pay("k").send();
        assertThat(isReplay(retry)).isTrue();
        assertThat(text(retry)).isEqualTo("a first word, and a last one");
    }

    @Test
    @DisplayName("C16 a client that disconnects does not lose the result")
    void hangingUp() throws IOException {
        Gate gate = new Gate();
        application((request, response) -> {
            gate.pass();
            response.setStatus(201);
            response.getOutputStream().write(new byte[50_000]);
        });
        try (Wire wire = new Wire(container().uri())) {
            wire.request("POST /payments", "Idempotency-Key: k\r\n", "{}");
            gate.awaitArrival();
            wire.reset();
        }
        gate.open();
        HttpResponse<byte[]> retry = pay("k").send();
        for (int i = 0; i < 200 && retry.statusCode() == 409; i++) {
            retry = pay("k").send();
        }
        assertThat(retry.statusCode()).isEqualTo(201);
        assertThat(isReplay(retry)).isTrue();
        assertThat(runs()).isEqualTo(1);
    }

    @Test
    @DisplayName("C16 HEAD and OPTIONS pass, with a key and without")
    void headAndOptions() {
        application((request, response) -> {
            response.setHeader("X-Method", request.getMethod());
            response.setContentLength(3);
            if (!request.getMethod().equals("HEAD")) {
                response.getOutputStream().print("abc");
            }
        });
        for (String method : List.of("HEAD", "OPTIONS", "HEAD")) {
            HttpResponse<byte[]> answer = to("/payments")
                    .method(method)
                    .body(BodyPublishers.noBody())
                    .key("k")
                    .send();
            assertThat(answer.headers().firstValue("X-Method")).hasValue(method);
            assertThat(isReplay(answer)).isFalse();
        }
        assertThat(runs()).isEqualTo(3);
    }
}
