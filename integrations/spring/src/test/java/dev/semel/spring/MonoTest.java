package dev.semel.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Context;
import dev.semel.InProgressException;
import dev.semel.Semel;
import dev.semel.spring.Payments.Receipt;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ResponseEntity;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

@DisplayName("an idempotent method that returns a Mono")
class MonoTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Configuration
    @EnableIdempotent
    static class Watched {
        @Bean
        WatchedStore watched() {
            return new WatchedStore();
        }

        @Bean
        Semel semel(WatchedStore watched) {
            return Semel.on(watched.store());
        }
    }

    static class Reactive {
        private final AtomicInteger runs = new AtomicInteger();

        int runs() {
            return runs.get();
        }

        @Idempotent(operation = "mono", key = "#key", fingerprint = "#key")
        public Mono<List<Receipt>> pay(String key, Mono<String> gate) {
            int run = runs.incrementAndGet();
            return gate.map(name -> List.of(new Receipt(name, run)));
        }

        @Idempotent(operation = "mono.empty", key = "#key")
        public Mono<Void> nothing(String key) {
            return Mono.fromRunnable(runs::incrementAndGet);
        }

        @Idempotent(operation = "mono.entity", key = "#key", fingerprint = "''")
        public Mono<ResponseEntity<String>> entity(String key, int status) {
            return Mono.just(ResponseEntity.status(status).body("run " + runs.incrementAndGet()));
        }

        @Idempotent(operation = "mono.context", key = "#key")
        public Mono<String> context(String key) {
            String child = CurrentAttempt.get().childKey("card");
            return Mono.deferContextual(view -> Mono.just(view.get("user") + " "
                    + view.get(Context.class).childKey("card").equals(child)));
        }
    }

    private final AnnotationConfigApplicationContext context = Contexts.open(Watched.class, Reactive.class);
    private final Reactive reactive = context.getBean(Reactive.class);
    private final WatchedStore watched = context.getBean(WatchedStore.class);

    @AfterEach
    void close() {
        context.close();
    }

    @Test
    @DisplayName("A1 does nothing before it is subscribed to, runs once, and replays its value and its emptiness")
    void runsOnce() {
        Mono<List<Receipt>> first = reactive.pay("k", Mono.just("done"));
        assertThat(watched.calls).isEmpty();
        assertThat(reactive.runs()).isZero();
        assertThat(first.block(PATIENCE)).containsExactly(new Receipt("done", 1));
        assertThat(first.block(PATIENCE)).containsExactly(new Receipt("done", 1));
        assertThat(reactive.pay("k", Mono.just("never")).block(PATIENCE)).containsExactly(new Receipt("done", 1));
        assertThat(reactive.nothing("k").block(PATIENCE)).isNull();
        assertThat(reactive.nothing("k").block(PATIENCE)).isNull();
        assertThat(reactive.runs()).isEqualTo(2);
    }

    @Test
    @DisplayName("never calls the store on an event loop, on any thread of subscription and completion")
    void eventLoops() throws InterruptedException {
        Sinks.One<String> gate = Sinks.one();
        CountDownLatch done = new CountDownLatch(1);
        AtomicInteger nonBlocking = new AtomicInteger();
        Schedulers.parallel().schedule(() -> {
            nonBlocking.addAndGet(Schedulers.isInNonBlockingThread() ? 1 : 0);
            reactive.pay("k", gate.asMono().publishOn(Schedulers.parallel())).subscribe(value -> done.countDown());
        });
        gate.tryEmitValue("done");
        assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(nonBlocking).hasValue(1);
        assertThat(watched.calls).contains("claim", "settle");
        assertThat(watched.onEventLoops).isEmpty();
    }

    @Test
    @DisplayName("A10 fails with its own exception, is in progress while it runs, and continues if its caller leaves")
    void failures() {
        IllegalStateException failure = new IllegalStateException("down");
        assertThatThrownBy(() -> reactive.pay("k", Mono.error(failure)).block(PATIENCE))
                .isSameAs(failure);
        Sinks.One<String> gate = Sinks.one();
        Disposable leaving = reactive.pay("k", gate.asMono()).subscribe();
        while (reactive.runs() < 2) {
            Thread.onSpinWait();
        }
        assertThatThrownBy(() -> reactive.pay("k", Mono.just("never")).block(PATIENCE))
                .isInstanceOf(InProgressException.class);
        leaving.dispose();
        gate.tryEmitValue("done");
        while (!watched.calls.contains("settle")) {
            Thread.onSpinWait();
        }
        assertThat(reactive.pay("k", Mono.just("never")).retry(50).block(PATIENCE))
                .containsExactly(new Receipt("done", 2));
    }

    @Test
    @DisplayName("C11 does not store a ResponseEntity with a 5xx")
    void entities() {
        assertThat(reactive.entity("k", 503).block(PATIENCE).getStatusCode().value())
                .isEqualTo(503);
        assertThat(reactive.entity("k", 200).block(PATIENCE).getBody()).isEqualTo("run 2");
        assertThat(reactive.entity("k", 500).block(PATIENCE).getBody()).isEqualTo("run 2");
    }

    @Test
    @DisplayName("sees the Reactor context of its subscriber, and its attempt in it")
    void contexts() {
        assertThat(reactive.context("k")
                        .contextWrite(view -> view.put("user", "alice"))
                        .block(PATIENCE))
                .isEqualTo("alice true");
    }
}
