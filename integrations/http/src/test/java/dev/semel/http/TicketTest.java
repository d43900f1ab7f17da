package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Semel;
import dev.semel.memory.MemoryStore;
import dev.semel.policy.Policies;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.StoreCall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("a ticket")
class TicketTest {
    private final FaultyStore store = FaultyStore.on(MemoryStore.create());
    private RouteBuilder route = Route.builder("/payments", "payments.create");
    private final HttpGuard guard =
            HttpGuard.builder(Semel.on(store)).route(route.build()).build();

    private static Answer answer(int status) {
        return Answer.of(status, List.of(), "done".getBytes(StandardCharsets.UTF_8));
    }

    private Entry enter(FakeExchange exchange) {
        try {
            return guard.find(exchange).orElseThrow().enter(exchange);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Ticket ticket() {
        return ((Entry.Run) enter(FakeExchange.with("k"))).ticket();
    }

    private int refused() {
        return ((Entry.Send) enter(FakeExchange.with("k"))).answer().status();
    }

    private static <T> CompletableFuture<T> now(CompletionStage<T> stage) {
        CompletableFuture<T> future = stage.toCompletableFuture();
        assertThat(future).isDone();
        return future;
    }

    @Test
    @DisplayName(
            "C4 is given to the first request, whose answer is recorded when it is finished; the next request gets that answer")
    void finish() {
        Ticket ticket = ticket();
        assertThat(ticket.body()).isEqualTo(FakeExchange.with("k").content);
        assertThat(ticket.context()).isNotNull();
        assertThat(ticket.answerLimit()).isEqualTo(1 << 20);
        assertThat(ticket.reply().toCompletableFuture()).isNotDone();
        assertThat(refused()).isEqualTo(409);
        assertThat(now(ticket.finish(answer(201)))).isCompletedWithValue(new Reply.AsProduced(List.of(), true));
        assertThat(store.count(StoreCall.SETTLE)).isOne();
        assertThat(enter(FakeExchange.with("k")))
                .isInstanceOfSatisfying(
                        Entry.Send.class,
                        send -> assertThat(send.answer().header("Idempotency-Replayed"))
                                .contains("true"));
    }

    @ParameterizedTest
    @ValueSource(ints = {503, 401})
    @DisplayName("C11 reports that an answer is sent and not stored")
    void notStored(int status) {
        assertThat(now(ticket().finish(answer(status)))).isCompletedWithValue(new Reply.AsProduced(List.of(), false));
        assertThat(now(ticket().finish(answer(201).notStored())))
                .isCompletedWithValue(new Reply.AsProduced(List.of(), false));
        assertThat(now(ticket().finish(answer(201)))).isCompletedWithValue(new Reply.AsProduced(List.of(), true));
    }

    @Test
    @DisplayName("is ended once: later ends change nothing")
    void once() {
        Ticket ticket = ticket();
        CompletionStage<Reply> reply = ticket.finish(answer(201));
        assertThat(ticket.fail(new IllegalStateException())).isSameAs(reply);
        assertThat(ticket.giveBack()).isSameAs(reply);
        assertThat(ticket.abandon(new IllegalStateException())).isSameAs(reply);
        assertThat(ticket.finish(answer(500))).isSameAs(reply);
        ticket.close();
        assertThat(now(reply)).isCompletedWithValue(new Reply.AsProduced(List.of(), true));
        assertThat(store.count(StoreCall.SETTLE)).isOne();
        assertThat(store.count(StoreCall.RELEASE)).isZero();
    }

    @Test
    @DisplayName("C11 fails with the application's exception, once the key is free")
    void fail() {
        IllegalStateException failure = new IllegalStateException("down");
        Ticket ticket = ticket();
        assertThat(now(ticket.fail(failure)))
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCause(failure);
        assertThat(now(ticket().finish(answer(201)))).isCompleted();
    }

    @Test
    @DisplayName("C11 that is closed without an end fails, and frees the key")
    void close() {
        Ticket ticket = ticket();
        ticket.close();
        assertThat(ticket.reply().toCompletableFuture()).isCompletedExceptionally();
        assertThat(now(ticket().finish(answer(201)))).isCompleted();
    }

    @Test
    @DisplayName("C8 that is abandoned keeps the key, since the work may still be running")
    void abandon() {
        IllegalStateException why = new IllegalStateException("the client is gone");
        assertThat(now(ticket().abandon(why)))
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCause(why);
        assertThat(refused()).isEqualTo(409);
    }

    @Test
    @DisplayName("C11 C31 that is given back frees the key for the same request, and asks its caller to send it again")
    void giveBack() {
        Reply reply = now(ticket().giveBack()).join();
        assertThat(reply).isInstanceOfSatisfying(Reply.Instead.class, instead -> {
            assertThat(instead.answer().status()).isEqualTo(409);
            assertThat(new String(instead.answer().body(), StandardCharsets.UTF_8))
                    .contains("in-progress");
        });
        Entry other = enter(FakeExchange.with("k").body("{}"));
        assertThat(((Entry.Send) other).answer().status()).isEqualTo(422);
        assertThat(now(ticket().finish(answer(201)))).isCompleted();
    }

    @Test
    @DisplayName("C6 is given to a waiting request if the first one fails")
    void waiting() {
        route.whileRunning(Policies.waitUpTo(Duration.ofMinutes(1)));
        HttpGuard waiting =
                HttpGuard.builder(Semel.on(store)).route(route.build()).build();
        Ticket first = enter(waiting, Entry.Run.class).ticket();
        CompletableFuture<Entry> next = enter(waiting, Entry.Wait.class).next().toCompletableFuture();
        assertThat(next).isNotDone();
        first.finish(answer(503));
        assertThat(next).succeedsWithin(Duration.ofSeconds(30)).isInstanceOf(Entry.Run.class);
        CompletableFuture<Entry> last = enter(waiting, Entry.Wait.class).next().toCompletableFuture();
        ((Entry.Run) next.join()).ticket().finish(answer(201));
        assertThat(last)
                .succeedsWithin(Duration.ofSeconds(30))
                .isInstanceOfSatisfying(
                        Entry.Send.class,
                        send -> assertThat(send.answer().status()).isEqualTo(201));
    }

    private static <T extends Entry> T enter(HttpGuard guard, Class<T> expected) {
        FakeExchange exchange = FakeExchange.with("k");
        try {
            return expected.cast(guard.find(exchange).orElseThrow().enter(exchange));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
