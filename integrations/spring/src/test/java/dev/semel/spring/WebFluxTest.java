package dev.semel.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Context;
import dev.semel.Semel;
import dev.semel.counter.Counters;
import dev.semel.counter.Window;
import dev.semel.counter.memory.MemoryCounterStore;
import dev.semel.http.HttpGuard;
import dev.semel.http.Route;
import dev.semel.http.quota.RouteQuota;
import dev.semel.policy.Policies;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseCookie;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.config.EnableWebFlux;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

@DisplayName("a WebFlux application")
class WebFluxTest {
    private static final AtomicInteger RUNS = new AtomicInteger();
    private static final Map<String, Sinks.One<String>> GATES = new ConcurrentHashMap<>();
    private static AnnotationConfigApplicationContext context;
    private static DisposableServer server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final String run = System.nanoTime() + "-";

    /** Opened by the test; what comes through is on an event loop, as after a call to another service. */
    private static Sinks.One<String> gate(String name) {
        return GATES.computeIfAbsent(name, unknown -> Sinks.one());
    }

    private static Mono<String> through(@Nullable String gate, long delay) {
        return gate == null
                ? Mono.delay(Duration.ofMillis(delay)).map(String::valueOf)
                : gate(gate).asMono().publishOn(Schedulers.parallel());
    }

    /** Guarded by the annotation instead of the filter. */
    @RestController
    static class Annotated {
        @Idempotent(operation = "annotated", key = "#p0", fingerprint = "#p1")
        @PostMapping("/annotated")
        Mono<ResponseEntity<String>> pay(
                @RequestHeader(name = "Idempotency-Key", required = false) String key,
                @RequestBody String body,
                @RequestHeader(name = "X-Gate", required = false) String gate) {
            int number = RUNS.incrementAndGet();
            return through(gate, 1).map(done -> ResponseEntity.status(201).body("run " + number));
        }
    }

    @Configuration
    @EnableWebFlux
    @EnableIdempotent
    @Import({Annotated.class, IdempotentProblems.class})
    static class Web {
        @Bean
        Semel semel(WatchedStore watched) {
            return Semel.on(watched.store());
        }

        @Bean
        WatchedStore watched() {
            return new WatchedStore();
        }

        @Bean
        IdempotencyWebFilter filter(Semel semel) {
            HttpGuard guard = HttpGuard.builder(semel)
                    .route(Route.builder("/payments", "payments.create")
                            .limits(100_000, 100_000)
                            .whileRunning(Policies.waitUpTo(Duration.ofSeconds(20)))
                            .allowAnonymous()
                            .build())
                    .route(Route.builder("/orders", "orders.create")
                            .whileRunning(Policies.accept())
                            .allowAnonymous()
                            .build())
                    .route(Route.builder("/optional", "optional")
                            .keyOptional()
                            .allowAnonymous()
                            .build())
                    .route(Route.builder("/limited", "limited")
                            .quota(quota())
                            .allowAnonymous()
                            .build())
                    .build();
            return IdempotencyWebFilter.of(
                    guard,
                    exchange -> Mono.justOrEmpty(
                                    exchange.getRequest().getHeaders().getFirst("X-Api-Key"))
                            .delayElement(Duration.ofMillis(1), Schedulers.parallel()));
        }

        private static RouteQuota quota() {
            Counters counters = Counters.on(new MemoryCounterStore());
            Window window = Window.every(Duration.ofDays(1000));
            return RouteQuota.builder(counters)
                    .limit(counters.counter("requests", window).build(), 1)
                    .build();
        }

        @Bean
        Controller controller() {
            return new Controller();
        }
    }

    @RestController
    static class Controller {
        @PostMapping({"/payments", "/orders", "/optional", "/limited", "/free"})
        Mono<ResponseEntity<byte[]>> pay(
                @RequestBody byte[] body, @RequestHeader Map<String, String> headers, ServerWebExchange exchange) {
            int number = RUNS.incrementAndGet();
            int status = Integer.parseInt(headers.getOrDefault("x-status", "201"));
            exchange.getResponse()
                    .addCookie(ResponseCookie.from("session", "secret").build());
            if (headers.containsKey("x-veto")) {
                exchange.getAttributes().put(IdempotencyWebFilter.DO_NOT_STORE, true);
            }
            if (headers.containsKey("x-throw")) {
                return Mono.error(new ResponseStatusException(HttpStatus.BAD_REQUEST));
            }
            Context attempt = exchange.getAttribute(IdempotencyWebFilter.CONTEXT);
            return through(headers.get("x-gate"), Long.parseLong(headers.getOrDefault("x-delay", "1")))
                    .map(done -> ResponseEntity.status(status)
                            .header("Location", "/payments/" + number)
                            .header("X-Child", attempt == null ? "none" : attempt.childKey("card"))
                            .header("X-Event-Loop", String.valueOf(Schedulers.isInNonBlockingThread()))
                            .body(
                                    status == 204
                                            ? null
                                            : ("run " + number + " of " + body.length)
                                                    .getBytes(StandardCharsets.UTF_8)));
        }
    }

    @BeforeAll
    static void start() {
        context = Contexts.open(Web.class);
        server = HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .handle(new ReactorHttpHandlerAdapter(
                        WebHttpHandlerBuilder.applicationContext(context).build()))
                .bindNow();
    }

    @AfterAll
    static void stop() {
        server.disposeNow();
        context.close();
    }

    private HttpRequest.Builder request(String path, String key) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .timeout(Duration.ofSeconds(30))
                .header("X-Api-Key", "alice")
                .POST(HttpRequest.BodyPublishers.ofString("{\"amount\":1}"));
        return key == null ? request : request.header("Idempotency-Key", run + key);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    @DisplayName("C4 C5 replays status, body and listed headers, marked, without cookies")
    void replays() throws Exception {
        HttpResponse<String> first = send(request("/payments", "k"));
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(first.headers().firstValue("Set-Cookie")).isPresent();
        assertThat(first.headers().firstValue("X-Child").orElseThrow()).isNotEqualTo("none");
        assertThat(first.headers().firstValue("Idempotency-Replayed")).isEmpty();
        HttpResponse<String> second = send(request("/payments", "k"));
        assertThat(second.statusCode()).isEqualTo(201);
        assertThat(second.body()).isEqualTo(first.body()).endsWith(" of 12");
        assertThat(second.headers().firstValue("Location"))
                .isEqualTo(first.headers().firstValue("Location"));
        assertThat(second.headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(second.headers().allValues("Idempotency-Replayed")).containsExactly("true");
        HttpResponse<String> empty = send(request("/payments", "empty").header("X-Status", "204"));
        assertThat(empty.statusCode()).isEqualTo(204);
        assertThat(send(request("/payments", "empty")).statusCode()).isEqualTo(204);
    }

    @Test
    @DisplayName("C1 C2 passes unguarded requests on, and refuses requests without a key")
    void passesOn() throws Exception {
        assertThat(send(request("/free", "k")).headers().firstValue("X-Child")).contains("none");
        HttpResponse<String> missing = send(request("/payments", null));
        assertThat(missing.statusCode()).isEqualTo(400);
        assertThat(missing.body()).contains("key-missing");
        assertThat(send(request("/optional", null)).body()).endsWith(" of 12");
        assertThat(send(request("/nowhere", "k")).statusCode()).isEqualTo(404);
    }

    @Test
    @DisplayName("C6 a different body gets 422; a duplicate waits, or gets 202 and the status address")
    void duplicates() throws Exception {
        int before = RUNS.get();
        CompletableFuture<HttpResponse<String>> slow = client.sendAsync(
                request("/payments", "slow").header("X-Gate", run).build(), HttpResponse.BodyHandlers.ofString());
        CompletableFuture<HttpResponse<String>> order = client.sendAsync(
                request("/orders", "slow").header("X-Gate", run).build(), HttpResponse.BodyHandlers.ofString());
        while (RUNS.get() < before + 2) {
            Thread.sleep(10);
        }
        HttpResponse<String> accepted = send(request("/orders", "slow"));
        assertThat(accepted.statusCode()).isEqualTo(202);
        String location = accepted.headers().firstValue("Location").orElseThrow();
        assertThat(send(request(location, null).GET()).body()).contains("in_progress");
        assertThat(send(request(location, null).setHeader("X-Api-Key", "bob").GET())
                        .statusCode())
                .isEqualTo(404);
        CompletableFuture<HttpResponse<String>> waiting =
                client.sendAsync(request("/payments", "slow").build(), HttpResponse.BodyHandlers.ofString());
        gate(run).tryEmitValue("open");
        HttpResponse<String> waited = waiting.get(20, TimeUnit.SECONDS);
        assertThat(waited.body()).isEqualTo(slow.get(20, TimeUnit.SECONDS).body());
        assertThat(order.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(201);
        HttpResponse<String> other =
                send(request("/payments", "slow").POST(HttpRequest.BodyPublishers.ofString("{\"amount\":2}")));
        assertThat(other.statusCode()).isEqualTo(422);
    }

    @Test
    @DisplayName("C11 stores neither 5xx nor exceptions nor answers that the application excludes")
    void notKept() throws Exception {
        assertThat(send(request("/payments", "k").header("X-Status", "503")).statusCode())
                .isEqualTo(503);
        assertThat(send(request("/payments", "k").header("X-Throw", "1")).statusCode())
                .isEqualTo(400);
        assertThat(send(request("/payments", "k").header("X-Veto", "1")).statusCode())
                .isEqualTo(201);
        HttpResponse<String> last = send(request("/payments", "k").header("X-Status", "404"));
        assertThat(last.headers().firstValue("Idempotency-Replayed")).isEmpty();
        assertThat(send(request("/payments", "k")).statusCode()).isEqualTo(404);
    }

    @Test
    @DisplayName("C4 C6 a controller with the annotation replays, and refuses by problem documents")
    void annotated() throws Exception {
        int before = RUNS.get();
        HttpResponse<String> first = send(request("/annotated", "k"));
        HttpResponse<String> replay = send(request("/annotated", "k"));
        assertThat(replay.statusCode()).isEqualTo(201);
        assertThat(replay.body()).isEqualTo(first.body());
        assertThat(replay.headers().firstValue("Idempotency-Replayed")).contains("true");
        HttpResponse<String> other =
                send(request("/annotated", "k").POST(HttpRequest.BodyPublishers.ofString("{\"amount\":2}")));
        assertThat(other.statusCode()).isEqualTo(422);
        assertThat(other.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(other.body()).contains("urn:semel:problem:other-request").contains("\"retryable\":false");
        assertThat(send(request("/annotated", null)).statusCode()).isEqualTo(400);
        CompletableFuture<HttpResponse<String>> slow = client.sendAsync(
                request("/annotated", "slow").header("X-Gate", run).build(), HttpResponse.BodyHandlers.ofString());
        while (RUNS.get() < before + 2) {
            Thread.sleep(10);
        }
        HttpResponse<String> refused = send(request("/annotated", "slow"));
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.headers().firstValue("Retry-After")).contains("1");
        gate(run).tryEmitValue("open");
        assertThat(slow.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(201);
    }

    @Test
    @DisplayName("C14 accepts a chunked body up to the limit, and refuses a larger one")
    void bodies() throws Exception {
        byte[] large = new byte[100_000];
        HttpRequest.BodyPublisher chunked = HttpRequest.BodyPublishers.ofByteArrays(List.of(large));
        assertThat(send(request("/payments", "large").POST(chunked)).body()).endsWith(" of 100000");
        HttpResponse<String> tooLarge = send(
                request("/payments", "larger").POST(HttpRequest.BodyPublishers.ofByteArrays(List.of(large, large))));
        assertThat(tooLarge.statusCode()).isEqualTo(413);
    }

    @Test
    @DisplayName("C16 a client that disconnects does not lose the result")
    void hangsUp() throws Exception {
        int before = RUNS.get();
        CompletableFuture<HttpResponse<String>> leaving = client.sendAsync(
                request("/payments", "left").header("X-Delay", "500").build(), HttpResponse.BodyHandlers.ofString());
        while (RUNS.get() == before) {
            Thread.sleep(10);
        }
        leaving.cancel(true);
        HttpResponse<String> retry = send(request("/payments", "left"));
        assertThat(retry.headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(RUNS).hasValue(before + 1);
    }

    @Test
    @DisplayName("A2 of 100 concurrent requests one runs, and no store call is made on an event loop")
    void storm() throws Exception {
        int before = RUNS.get();
        List<CompletableFuture<HttpResponse<String>>> all = IntStream.range(0, 100)
                .mapToObj(i -> client.sendAsync(
                        request("/payments", "storm").header("X-Delay", "200").build(),
                        HttpResponse.BodyHandlers.ofString()))
                .toList();
        assertThat(all.stream().map(each -> each.join().body()).distinct()).hasSize(1);
        assertThat(RUNS).hasValue(before + 1);
        HttpResponse<String> free = send(request("/free", "k"));
        assertThat(free.headers().firstValue("X-Event-Loop"))
                .as("the check can fail")
                .contains("true");
        WatchedStore watched = context.getBean(WatchedStore.class);
        assertThat(watched.calls).contains("claim", "settle");
        assertThat(watched.onEventLoops).isEmpty();
    }

    @Test
    @DisplayName("E7 refuses requests above the quota with 429, and shows the others the remaining amount")
    void quota() throws Exception {
        HttpResponse<String> first = send(request("/limited", "q1"));
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(first.headers().firstValue("RateLimit"))
                .hasValueSatisfying(field -> assertThat(field).startsWith("\"requests\";r=0;t="));
        HttpResponse<String> refused = send(request("/limited", "q2"));
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(send(request("/limited", "q1")).body()).isEqualTo(first.body());
    }
}
