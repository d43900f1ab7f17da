package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Semel;
import dev.semel.http.contract.Door;
import dev.semel.memory.MemoryStore;
import dev.semel.policy.Policies;
import dev.semel.testkit.Fault;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.StoreCall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a caller that waits for a status")
class StatusWaitTest {
    private static final int MANY = 400;

    private final FaultyStore store = FaultyStore.on(MemoryStore.create());
    private final Route route = Route.builder("/orders", "orders.create")
            .whileRunning(Policies.accept())
            .build();
    private final CompletableFuture<Answer> running = new CompletableFuture<>();
    private HttpGuard guard = guard().build();

    private HttpGuard.Builder guard() {
        return HttpGuard.builder(Semel.on(store)).route(route);
    }

    /** Starts a request, and returns its status address. */
    private String start() throws IOException {
        FakeExchange order = FakeExchange.with("k").path("/orders");
        Door.handle(guard, order, (body, context) -> running);
        return Door.handle(guard, order, (body, context) -> running)
                .orElseThrow()
                .toCompletableFuture()
                .join()
                .header("Location")
                .orElseThrow();
    }

    private static FakeExchange asking(String address, String prefer) {
        FakeExchange exchange = FakeExchange.with(null).method("GET").path(address);
        exchange.headers.add(new Header("Prefer", prefer));
        return exchange;
    }

    private CompletableFuture<Answer> ask(FakeExchange exchange) throws IOException {
        CompletionStage<Answer> answer = Door.handle(guard, exchange, (body, context) -> {
                    throw new AssertionError("a status address runs nothing");
                })
                .orElseThrow();
        return answer.toCompletableFuture();
    }

    private static String text(CompletableFuture<Answer> answer) throws Exception {
        return new String(answer.get(1, TimeUnit.MINUTES).body(), StandardCharsets.UTF_8);
    }

    private static void assertEnded(CompletableFuture<Answer> answer) throws Exception {
        assertThat(text(answer)).contains("\"completed\"", "\"statusCode\":201");
        assertThat(answer.join().header("Preference-Applied")).isPresent();
    }

    private void end() {
        running.complete(Answer.of(201, List.of(), new byte[0]));
    }

    @Test
    @DisplayName("gets it when the request has ended, and holds no thread until then")
    void many() throws Exception {
        guard = guard().maxWaitingForStatus(MANY)
                .statusWait(Duration.ofMinutes(5))
                .build();
        String address = start();
        List<CompletableFuture<Answer>> waiting = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            waiting.add(ask(asking(address, "wait=300")));
        }
        assertThat(waiting).noneMatch(CompletableFuture::isDone);
        assertThat(Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().startsWith("semel-timed"))
                        .count())
                .isLessThan(MANY / 2);
        end();
        for (CompletableFuture<Answer> each : waiting) {
            assertEnded(each);
        }
    }

    @Test
    @DisplayName("gets the present status at the end of its time, of the limit of the guard, or of the platform's time")
    void limits() throws Exception {
        String address = start();
        CompletableFuture<Answer> short1 = ask(asking(address, "wait=1"));
        assertThat(short1).isNotDone();
        assertThat(text(short1)).contains("in_progress");
        assertThat(short1.join().header("Preference-Applied")).contains("wait=1");
        FakeExchange ending = asking(address, "wait=300");
        ending.timeLeft = Duration.ofMillis(2500);
        assertThat(text(ask(ending))).contains("in_progress");
        guard = guard().statusWait(Duration.ofSeconds(1)).build();
        CompletableFuture<Answer> bounded = ask(asking(address, "wait=300"));
        assertThat(text(bounded)).contains("in_progress");
        assertThat(bounded.join().header("Preference-Applied")).contains("wait=1");
    }

    @Test
    @DisplayName("does not wait without a preference, without time, where the guard forbids it, or after the end")
    void immediately() throws Exception {
        String address = start();
        assertThat(ask(FakeExchange.with(null).method("GET").path(address))).isDone();
        assertThat(ask(asking(address, "wait=0"))).isDone();
        FakeExchange ending = asking(address, "wait=300");
        ending.timeLeft = Duration.ofMillis(1500);
        assertThat(ask(ending)).isDone();
        guard = guard().statusWait(Duration.ZERO).build();
        assertThat(ask(asking(address, "wait=300"))).isDone();
        guard = guard().build();
        end();
        CompletableFuture<Answer> after = ask(asking(address, "wait=300"));
        assertThat(after).isDone();
        assertThat(text(after)).contains("\"completed\"");
        assertThat(ask(asking("/idempotency/" + "A".repeat(43), "wait=300"))).isDone();
    }

    @Test
    @DisplayName("gets the present status if others have taken all places, which are free again after their wait")
    void places() throws Exception {
        guard = guard().maxWaitingForStatus(1).build();
        String address = start();
        CompletableFuture<Answer> first = ask(asking(address, "wait=1"));
        CompletableFuture<Answer> second = ask(asking(address, "wait=300"));
        assertThat(second).isDone();
        assertThat(second.join().header("Preference-Applied")).isEmpty();
        assertThat(text(first)).contains("in_progress");
        CompletableFuture<Answer> third = ask(asking(address, "wait=300"));
        assertThat(third).isNotDone();
        end();
        assertEnded(third);
    }

    @Test
    @DisplayName("gets 503 if the store fails while it waits, and leaves its place")
    void storeFails() throws Exception {
        guard = guard().maxWaitingForStatus(1).build();
        String address = start();
        CompletableFuture<Answer> first = ask(asking(address, "wait=20"));
        store.next(StoreCall.FIND, Fault.lostRequest());
        assertThat(first.get(1, TimeUnit.MINUTES).status()).isEqualTo(503);
        assertThat(ask(asking(address, "wait=1"))).isNotDone();
    }

    @Test
    @DisplayName("may wait for 10 minutes at most")
    void tooLong() {
        assertThatThrownBy(() -> guard().statusWait(Duration.ofMinutes(11))
                        .maxWaitingForStatus(-1)
                        .build())
                .hasMessageContaining("statusWait is PT11M; must be between 0s and 10m")
                .hasMessageContaining("maxWaitingForStatus is -1");
    }
}
