package dev.semel.spring.issues;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Semel;
import dev.semel.http.HttpGuard;
import dev.semel.http.Route;
import dev.semel.http.contract.Wire;
import dev.semel.memory.MemoryStore;
import dev.semel.spring.IdempotencyWebFilter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

@DisplayName("bodies and answers of WebFlux")
class WebFluxBodiesTest {
    private static final int LIMIT = 1000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final AtomicInteger runs = new AtomicInteger();
    private final CountDownLatch working = new CountDownLatch(1);
    private final CountDownLatch workDone = new CountDownLatch(1);
    private final AtomicBoolean interrupted = new AtomicBoolean();
    private final CountDownLatch moreWritten = new CountDownLatch(1);
    private DisposableServer server;

    @BeforeEach
    void start() {
        HttpGuard guard = HttpGuard.builder(Semel.on(MemoryStore.create()))
                .route(Route.builder("/payments", "payments")
                        .limits(LIMIT, LIMIT)
                        .build())
                .route(Route.builder("/blocking", "blocking").build())
                .route(Route.builder("/long/*", "long").limits(LIMIT, LIMIT).build())
                .build();
        server = HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .handle(new ReactorHttpHandlerAdapter(WebHttpHandlerBuilder.webHandler(this::handle)
                        .filter(IdempotencyWebFilter.of(guard))
                        .build()))
                .bindNow();
    }

    @AfterEach
    void stop() {
        workDone.countDown();
        moreWritten.countDown();
        server.disposeNow();
    }

    private Mono<Void> handle(ServerWebExchange exchange) {
        int run = runs.incrementAndGet();
        String path = exchange.getRequest().getPath().value();
        if (path.equals("/blocking")) {
            block();
        }
        ServerHttpResponse response = exchange.getResponse();
        response.setRawStatusCode(201);
        if (path.startsWith("/long/")) {
            return response.writeAndFlushWith(longAnswer(path).map(Mono::just));
        }
        return response.writeWith(Mono.just(buffer("run " + run)));
    }

    /** Ten times what is kept; the last part only after the test has seen what comes before it. */
    private Flux<DataBuffer> longAnswer(String path) {
        Flux<DataBuffer> first = Flux.range(0, 9).map(i -> buffer("x".repeat(LIMIT)));
        Mono<DataBuffer> last = path.endsWith("gated")
                ? Mono.fromCallable(() -> {
                            assertThat(moreWritten.await(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                                    .isTrue();
                            return buffer("x".repeat(LIMIT - 1) + "!");
                        })
                        .subscribeOn(reactor.core.scheduler.Schedulers.boundedElastic())
                : Mono.just(buffer("x".repeat(LIMIT - 1) + "!"));
        return first.concatWith(last);
    }

    private void block() {
        working.countDown();
        try {
            workDone.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted.set(true);
        }
    }

    private static DataBuffer buffer(String text) {
        return DefaultDataBufferFactory.sharedInstance.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private Wire begin(String path, String key, int length) throws Exception {
        return new Wire(server.port())
                .send("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nIdempotency-Key: " + key
                        + "\r\nContent-Length: " + length + "\r\n\r\n");
    }

    private Wire.Reply post(String path, String key, String body) throws Exception {
        try (Wire wire = begin(path, key, body.length())) {
            return Wire.Reply.of(wire.send(body).receive());
        }
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("%s in time", what).isLessThan(end);
            Thread.sleep(20);
        }
    }

    /** Whether a thread is inside of Spring's reading of a body by an input stream, or of the guard's. */
    private static boolean isReading(ThreadMXBean threads) {
        return Arrays.stream(threads.dumpAllThreads(false, false))
                .flatMap(thread -> Arrays.stream(thread.getStackTrace()))
                .anyMatch(frame -> frame.getClassName().contains("SubscriberInputStream")
                        || (frame.getClassName().equals("dev.semel.http.Requests")
                                && frame.getMethodName().equals("body")));
    }

    @Test
    @DisplayName("C25 clients that disconnect within a body run nothing and leave no busy thread")
    void disconnects() throws Exception {
        for (int i = 0; i < 25; i++) {
            try (Wire wire = begin("/payments", "cut-" + i, 500)) {
                wire.send("x".repeat(100));
                if (i % 2 == 0) {
                    wire.reset();
                }
            }
        }
        // Their connections are handled in order on few event loops, so this comes after them.
        for (int i = 0; i < 8; i++) {
            assertThat(post("/payments", "whole-" + i, "{}").status()).isEqualTo(201);
        }
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        await("no thread reads", () -> !isReading(threads));
        assertThat(runs).hasValue(8);
    }

    @Test
    @DisplayName("C25 clients that send their bodies slowly hold up no other request")
    void trickles() throws Exception {
        int many = 10 * Runtime.getRuntime().availableProcessors() + 20;
        List<Wire> slow = new ArrayList<>();
        try {
            for (int i = 0; i < many; i++) {
                slow.add(begin("/payments", "slow-" + i, 3).send("x"));
            }
            slow.get(many - 1).send("x");
            assertThat(post("/payments", "quick", "{}").status()).isEqualTo(201);
            assertThat(runs).hasValue(1);
            for (int i = 0; i < many - 1; i++) {
                assertThat(Wire.Reply.of(slow.get(i).send("xx").receive()).status())
                        .isEqualTo(201);
            }
        } finally {
            for (Wire each : slow) {
                each.close();
            }
        }
    }

    @Test
    @DisplayName("C14 a body of the limit is accepted, and one byte more is refused before the body ends")
    void limit() throws Exception {
        assertThat(post("/payments", "full", "x".repeat(LIMIT)).status()).isEqualTo(201);
        assertThat(post("/payments", "more", "x".repeat(LIMIT + 1)).status()).isEqualTo(413);
        try (Wire wire = begin("/payments", "endless", Integer.MAX_VALUE)) {
            assertThat(Wire.Reply.of(wire.send("x".repeat(LIMIT + 1)).receive()).status())
                    .isEqualTo(413);
        }
        assertThat(runs).hasValue(1);
    }

    @Test
    @DisplayName("C2 a request that is refused for its key is refused before its body arrives")
    void refusedForItsKey() throws Exception {
        try (Wire wire = begin("/payments", "", 500)) {
            assertThat(Wire.Reply.of(wire.receive()).status()).isEqualTo(400);
        }
        assertThat(runs).hasValue(0);
    }

    @Test
    @DisplayName("C16 a client that disconnects does not interrupt the application, and its retry gets the answer")
    void hangsUpDuringWork() throws Exception {
        try (Wire wire = begin("/blocking", "k", 2)) {
            wire.send("{}");
            assertThat(working.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            wire.reset();
        }
        // Enough for the server to notice that the client has gone.
        for (int i = 0; i < 8; i++) {
            post("/payments", "other-" + i, "{}");
        }
        workDone.countDown();
        await("the answer is stored", () -> {
            try {
                return post("/blocking", "k", "{}").replayed();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(interrupted).isFalse();
        assertThat(runs).hasValue(9);
    }

    @Test
    @DisplayName("C14 an answer above the limit is sent completely, and leaves a tombstone")
    void longAnswer() throws Exception {
        Wire.Reply first = post("/long/plain", "k", "{}");
        assertThat(first.status()).isEqualTo(201);
        assertThat(first.text().chars().filter(c -> c == 'x').count()).isGreaterThanOrEqualTo(10 * LIMIT - 1);
        assertThat(first.text()).contains("!");
        Wire.Reply retry = post("/long/plain", "k", "{}");
        assertThat(retry.status()).isEqualTo(409);
        assertThat(retry.text()).contains("result-not-kept");
        assertThat(runs).hasValue(1);
    }

    @Test
    @DisplayName("C14 an answer above the limit is recorded and sent before it ends")
    void streams() throws Exception {
        try (Wire wire = begin("/long/gated", "k", 2)) {
            wire.send("{}");
            assertThat(wire.receive(4 * LIMIT)).startsWith("HTTP/1.1 201");
            assertThat(post("/long/gated", "k", "{}").text()).contains("result-not-kept");
            moreWritten.countDown();
            assertThat(wire.receive()).contains("!");
        }
        assertThat(runs).hasValue(1);
    }
}
