package dev.semel.http.quota;

import dev.semel.Semel;
import dev.semel.counter.Counter;
import dev.semel.counter.Counters;
import dev.semel.counter.Window;
import dev.semel.http.Answer;
import dev.semel.http.Exchange;
import dev.semel.http.FakeExchange;
import dev.semel.http.HttpGuard;
import dev.semel.http.Route;
import dev.semel.http.RouteBuilder;
import dev.semel.http.contract.Door;
import dev.semel.http.contract.Handler;
import dev.semel.memory.MemoryStore;
import dev.semel.testkit.TestClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** A route with a quota by the minute and by the month, on a clock that the test holds. */
final class QuotaBench {
    final TestClock clock = new TestClock(Instant.parse("2026-11-16T10:00:15.200Z"));
    final FaultyCounts counts = new FaultyCounts();
    final Counters counters = Counters.on(counts).clock(clock);
    final Counter minute =
            counters.counter("minute", Window.minute(ZoneOffset.UTC)).build();
    final Counter month =
            counters.counter("month", Window.month(ZoneOffset.UTC)).build();
    final List<RouteQuota.Decision> decisions = new ArrayList<>();
    final AtomicInteger ran = new AtomicInteger();
    final Semel semel = Semel.on(MemoryStore.builder().clock(clock).build());
    RouteQuota.Builder quota = RouteQuota.builder(counters)
            .limit(minute, 2)
            .limit(month, 4)
            .listener((operation, decision) -> decisions.add(decision));
    RouteBuilder route = Route.builder("/payments/**", "payments.create");

    Handler giving(int status) {
        return (body, context) -> {
            ran.incrementAndGet();
            return CompletableFuture.completedFuture(
                    Answer.of(status, List.of(), ("run " + ran.get()).getBytes(StandardCharsets.UTF_8)));
        };
    }

    CompletionStage<Answer> begin(Exchange exchange, Handler handler) {
        try {
            return Door.handle(
                            HttpGuard.builder(semel)
                                    .route(route.quota(quota.build()).build())
                                    .build(),
                            exchange,
                            handler)
                    .orElseThrow();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    Answer send(Exchange exchange, Handler handler) {
        return begin(exchange, handler).toCompletableFuture().join();
    }

    Answer send(String key) {
        return send(FakeExchange.with(key), giving(201));
    }

    Answer send(String key, int status) {
        return send(FakeExchange.with(key), giving(status));
    }

    /** What was counted for alice in the month. */
    long counted() {
        return month.current("alice").count();
    }

    void pass(Duration time) {
        clock.advance(time);
    }
}
