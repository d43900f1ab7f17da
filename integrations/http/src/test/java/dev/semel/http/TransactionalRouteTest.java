package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Context;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.http.contract.Door;
import dev.semel.http.contract.Handler;
import dev.semel.http.contract.StandInTransactions;
import dev.semel.memory.MemoryStore;
import dev.semel.session.Session;
import dev.semel.session.Session.Claim;
import dev.semel.session.Session.Written;
import dev.semel.session.Sessions;
import dev.semel.session.Terms;
import dev.semel.store.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a route that runs in transactions")
class TransactionalRouteTest {
    private final Semel semel = Semel.on(MemoryStore.create());
    private final AtomicInteger ran = new AtomicInteger();
    private StandInTransactions transactions = new StandInTransactions();

    private RouteBuilder route = Route.builder("/payments", "payments.create");

    private Handler giving(int status, String body) {
        return (request, context) -> {
            ran.incrementAndGet();
            return CompletableFuture.completedFuture(
                    Answer.of(status, List.of(), body.getBytes(StandardCharsets.UTF_8)));
        };
    }

    private Answer send(Handler handler) {
        return send(FakeExchange.with("k"), handler);
    }

    private Answer send(FakeExchange exchange, Handler handler) {
        try {
            return Door.handle(
                            HttpGuard.builder(semel)
                                    .route(route.runningIn(transactions).build())
                                    .build(),
                            exchange,
                            handler)
                    .orElseThrow()
                    .toCompletableFuture()
                    .join();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String text(Answer answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    @Test
    @DisplayName("C4 replays a request that ran in one")
    void replays() {
        assertThat(text(send(giving(201, "one")))).isEqualTo("one");
        Answer replay = send(giving(201, "two"));
        assertThat(text(replay)).isEqualTo("one");
        assertThat(replay.header("Idempotency-Replayed")).contains("true");
        assertThat(transactions.undone()).isEqualTo(0);
    }

    @Test
    @DisplayName("C11 undoes requests whose answers are not stored: 5xx, answers that may run again, and excluded ones")
    void undoes() {
        assertThat(send(giving(503, "no")).status()).isEqualTo(503);
        assertThat(send(giving(429, "later")).status()).isEqualTo(429);
        assertThat(send((body, context) -> CompletableFuture.completedFuture(
                                Answer.of(200, List.of(), new byte[0]).notStored()))
                        .status())
                .isEqualTo(200);
        assertThat(transactions.undone()).isEqualTo(3);
        assertThat(send(giving(201, "done")).status()).isEqualTo(201);
    }

    @Test
    @DisplayName("C14 keeps a tombstone for an answer above the limit, and does not undo it")
    void tombstone() {
        route = route.limits(1000, 3);
        assertThat(text(send(giving(201, "long")))).isEqualTo("long");
        Answer retry = send(giving(201, "long"));
        assertThat(retry.status()).isEqualTo(409);
        assertThat(text(retry)).contains("result-not-kept");
        assertThat(retry.header("Idempotency-Replayed"))
                .as("it is kept as a value")
                .contains("true");
        assertThat(ran).hasValue(1);
        assertThat(transactions.undone()).isEqualTo(0);
    }

    @Test
    @DisplayName("answers that the outcome is unknown if the commit fails after the handler")
    void unknown() {
        transactions = new StandInTransactions() {
            @Override
            protected Written record(Session<Context> target, Result value, Duration retention) {
                return new Session.Refused(new StoreException("the commit was lost", null));
            }
        };
        Answer answer = send(giving(201, "done"));
        assertThat(answer.status()).isEqualTo(503);
        assertThat(text(answer)).contains("is unknown").contains("\"retryable\":true");
        transactions = new StandInTransactions() {
            @Override
            protected Claim claim(Session<Context> target, Duration patience) {
                return new Session.Unknown(new StoreException("no connection", null));
            }
        };
        assertThat(text(send(giving(201, "done")))).contains("Nothing was done");
        assertThat(ran).hasValue(1);
    }

    @Test
    @DisplayName("sends a refusal from a transaction that cannot be committed without storing it, and no success")
    void doomed() {
        IllegalStateException marked = new IllegalStateException("marked");
        transactions = new StandInTransactions() {
            @Override
            protected boolean isLive() {
                return false;
            }

            @Override
            protected Written record(Session<Context> target, Result value, Duration retention) {
                return new Session.Refused(marked);
            }
        };
        assertThat(send(giving(404, "none")).status()).isEqualTo(404);
        assertThat(send(giving(404, "none")).header("Idempotency-Replayed")).isEmpty();
        assertThat(ran).hasValue(2);
        assertThat(transactions.undone()).isEqualTo(2);
        assertThatThrownBy(() -> send(giving(201, "done")))
                .isInstanceOf(CompletionException.class)
                .hasCause(marked);
    }

    @Test
    @DisplayName("passes a failure of the transaction itself to the adapter")
    void ownFailure() {
        IllegalStateException failure = new IllegalStateException("not on this pool");
        transactions = new StandInTransactions() {
            @Override
            protected Claim claim(Session<Context> target, Duration patience) {
                throw failure;
            }
        };
        assertThatThrownBy(() -> send(giving(201, "done")))
                .isInstanceOf(CompletionException.class)
                .hasCause(failure);
        assertThat(ran).hasValue(0);
    }

    @Test
    @DisplayName("begins and ends on one thread: a later answer is refused")
    void oneThread() {
        assertThatThrownBy(() -> send((body, context) -> new CompletableFuture<>()))
                .hasCauseInstanceOf(IllegalStateException.class)
                .hasMessageContaining("asynchronously");
        assertThat(transactions.undone()).isOne();
    }

    @Test
    @DisplayName(
            "an end takes effect when the ticket is closed: what the application writes after its answer is part of the transaction")
    void endedWhenClosed() throws Exception {
        HttpGuard guard = HttpGuard.builder(semel)
                .route(route.runningIn(transactions).build())
                .build();
        FakeExchange exchange = FakeExchange.with("k");
        try (Ticket ticket = ((Entry.Run) guard.find(exchange).orElseThrow().enter(exchange)).ticket()) {
            ticket.finish(Answer.of(503, List.of(), new byte[0]));
            assertThat(transactions.undone()).isZero();
            assertThat(ticket.reply().toCompletableFuture()).isNotDone();
        }
        assertThat(transactions.undone()).isOne();
    }

    @Test
    @DisplayName("an end on another thread counts when the ticket is closed on the thread that entered")
    void endedElsewhere() throws Exception {
        HttpGuard guard = HttpGuard.builder(semel)
                .route(route.runningIn(transactions).build())
                .build();
        FakeExchange exchange = FakeExchange.with("k");
        Ticket ticket = ((Entry.Run) guard.find(exchange).orElseThrow().enter(exchange)).ticket();
        CompletableFuture.runAsync(() -> ticket.finish(Answer.of(201, List.of(), new byte[0])))
                .join();
        assertThat(ticket.reply().toCompletableFuture()).isNotDone();
        ticket.close();
        assertThat(ticket.reply().toCompletableFuture().join()).isInstanceOf(Reply.AsProduced.class);
        assertThat(send(giving(201, "never")).header("Idempotency-Replayed")).contains("true");
    }

    @Test
    @DisplayName("a reply is there when the ticket has been closed, also with a check before replays")
    void repliesWhenClosed() throws Exception {
        HttpGuard guard = HttpGuard.builder(semel)
                .route(route.runningIn(transactions)
                        .beforeReplay((exchange, body) -> true)
                        .build())
                .build();
        FakeExchange exchange = FakeExchange.with("k");
        Ticket ticket = ((Entry.Run) guard.find(exchange).orElseThrow().enter(exchange)).ticket();
        CompletableFuture<Thread> completing =
                ticket.reply().thenApply(reply -> Thread.currentThread()).toCompletableFuture();
        ticket.finish(Answer.of(201, List.of(), new byte[0]));
        ticket.close();
        assertThat(completing.join()).isSameAs(Thread.currentThread());
    }

    @Test
    @DisplayName("C6 refuses a duplicate of a running request before it claims, and a different request as well")
    void atWork() {
        AtomicInteger claims = new AtomicInteger();
        transactions = new StandInTransactions() {
            @Override
            protected Claim claim(Session<Context> target, Duration patience) {
                claims.incrementAndGet();
                return super.claim(target, patience);
            }
        };
        Answer first = send((body, context) -> {
            assertThat(send(giving(201, "never")).status()).isEqualTo(409);
            assertThat(send(FakeExchange.with("k").body("{}"), giving(201, "never"))
                            .status())
                    .isEqualTo(422);
            return CompletableFuture.completedFuture(Answer.of(201, List.of(), new byte[0]));
        });
        assertThat(first.status()).isEqualTo(201);
        assertThat(claims).hasValue(1);
        assertThat(send(giving(201, "never")).header("Idempotency-Replayed")).contains("true");
        assertThat(ran).hasValue(0);
    }

    @Test
    @DisplayName("cannot run in sessions that hold no transaction")
    void noTransaction() {
        Sessions<Context> leased = new Sessions<>() {
            @Override
            public Session<Context> open(Terms terms) {
                return terms.leased();
            }

            @Override
            public boolean holdByTransaction() {
                return false;
            }
        };
        assertThatThrownBy(() -> HttpGuard.builder(semel)
                        .route(route.runningIn(leased).build())
                        .build())
                .hasMessageContaining("no transaction");
    }

    @Test
    @DisplayName("cannot fail open")
    void failOpen() {
        assertThatThrownBy(() -> HttpGuard.builder(semel)
                        .route(route.runningIn(transactions).failOpen().build())
                        .build())
                .hasMessageContaining("failOpen() cannot be combined with runningIn");
    }
}
