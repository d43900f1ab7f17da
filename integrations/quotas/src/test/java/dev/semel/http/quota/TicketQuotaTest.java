package dev.semel.http.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Semel;
import dev.semel.counter.Counter;
import dev.semel.counter.Counters;
import dev.semel.counter.Window;
import dev.semel.counter.memory.MemoryCounterStore;
import dev.semel.http.Answer;
import dev.semel.http.Entry;
import dev.semel.http.FakeExchange;
import dev.semel.http.Header;
import dev.semel.http.HttpGuard;
import dev.semel.http.Reply;
import dev.semel.http.Route;
import dev.semel.http.RouteBuilder;
import dev.semel.http.Ticket;
import dev.semel.memory.MemoryStore;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.StoreCall;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a ticket with a quota")
class TicketQuotaTest {
    private final FaultyStore store = FaultyStore.on(MemoryStore.create());
    private final RouteBuilder route = Route.builder("/payments", "payments.create");

    private static Answer answer(int status) {
        return Answer.of(status, List.of(), new byte[0]);
    }

    private static CompletableFuture<Reply> now(CompletionStage<Reply> reply) {
        assertThat(reply.toCompletableFuture()).succeedsWithin(Duration.ofSeconds(30));
        return reply.toCompletableFuture();
    }

    @Test
    @DisplayName("E7 of a request without a key is counted, has no context, and is taken back if it does not count")
    void unguarded() throws IOException {
        Counters counters = Counters.on(new MemoryCounterStore());
        Counter month = counters.counter("calls", Window.month(ZoneOffset.UTC)).build();
        route.keyOptional().quota(RouteQuota.builder(counters).limit(month, 2).build());
        HttpGuard counting =
                HttpGuard.builder(Semel.on(store)).route(route.build()).build();
        FakeExchange exchange = FakeExchange.with(null);
        Ticket first = ((Entry.Run) counting.find(exchange).orElseThrow().enter(exchange)).ticket();
        assertThat(first.context()).isNull();
        assertThat(month.current("alice").count()).isOne();
        Reply reply = now(first.finish(answer(201))).join();
        assertThat(reply).isInstanceOfSatisfying(Reply.AsProduced.class, sent -> {
            assertThat(sent.added()).extracting(Header::name).containsExactly("RateLimit-Policy", "RateLimit");
            assertThat(sent.storable()).isFalse();
        });
        Ticket second = ((Entry.Run) counting.find(exchange).orElseThrow().enter(exchange)).ticket();
        assertThat(second.giveBack().toCompletableFuture())
                .succeedsWithin(Duration.ofSeconds(30))
                .isInstanceOf(Reply.Instead.class);
        assertThat(month.current("alice").count()).isOne();
        assertThat(store.count(StoreCall.CLAIM)).isZero();
    }
}
