package dev.semel.engine;

import static dev.semel.Policies.replayFailures;
import static dev.semel.Policies.runUnprotected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.semel.Codec;
import dev.semel.Event;
import dev.semel.FailureReplayedException;
import dev.semel.InProgressException;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.ResultNotKeptException;
import dev.semel.Semel;
import dev.semel.memory.MemoryStore;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.Nonce;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.ResultTooLargeException;
import dev.semel.store.Store;
import dev.semel.store.StoreContractException;
import dev.semel.store.StoreException;
import dev.semel.store.Token;
import dev.semel.store.UnreadableRecordException;
import dev.semel.testkit.DelegatingStore;
import dev.semel.testkit.Fault;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.StoreCall;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("an operation")
class EngineTest {
    private final FaultyStore store = FaultyStore.on(MemoryStore.create());
    private final List<Event> events = new ArrayList<>();
    private final Semel semel = Semel.builder(store).listener(events::add).build();
    private final Operation<String> operation =
            semel.operation("payments.create", Codec.text()).build();

    private static final class Cart {
        private final List<String> items = new ArrayList<>(List.of("book"));
    }

    @Test
    @DisplayName("A15 has fixed key and fingerprint before the work changes its argument")
    void workChangesItsArgument() {
        Cart cart = new Cart();
        operation.once("k", cart.items, () -> {
            cart.items.add("pen");
            return "receipt";
        });
        assertThat(operation.once("k", List.of("book"), () -> "never")).isEqualTo("receipt");
    }

    @Test
    @DisplayName("A14 that asks for itself under its own key is refused at once, even if it would wait")
    void asksForItself() {
        Operation<String> waiting = semel.operation("waiting", Codec.text())
                .whileRunning(dev.semel.Policies.waitUpTo(Duration.ofMinutes(5)))
                .build();
        String answer = waiting.once("k", null, () -> {
            assertThatThrownBy(() -> waiting.once("k", null, () -> "never")).isInstanceOf(InProgressException.class);
            return "receipt";
        });
        assertThat(answer).isEqualTo("receipt");
    }

    @Test
    @DisplayName("A10 releases the key when the work ends in an error of the JVM, too")
    void errorOfTheJvm() {
        Operation<String> replaying = semel.operation("replaying", Codec.text())
                .afterFailure(replayFailures())
                .build();
        AssertionError error = new AssertionError("broken");
        assertThat(catchThrowable(() -> replaying.once("k", null, () -> {
                    throw error;
                })))
                .isSameAs(error);
        assertThat(replaying.once("k", null, () -> "second")).isEqualTo("second");
    }

    @Test
    @DisplayName("A10 stores failures only of the type that was chosen")
    void failuresOfOneType() throws Exception {
        Operation<String> replaying = semel.operation("replaying", Codec.text())
                .afterFailure(replayFailures(IOException.class))
                .build();
        assertThatThrownBy(() -> replaying.once("k", null, () -> {
                    throw new InterruptedException("not now");
                }))
                .isInstanceOf(InterruptedException.class);
        assertThatThrownBy(() -> replaying.once("k", null, () -> {
                    throw new IllegalStateException("passing");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> replaying.once("k", null, () -> {
                    throw new java.io.FileNotFoundException();
                }))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> replaying.once("k", null, () -> "never"))
                .isInstanceOfSatisfying(FailureReplayedException.class, e -> {
                    assertThat(e.failure().is(java.io.FileNotFoundException.class))
                            .isTrue();
                    assertThat(e.failure().message()).isNull();
                });
    }

    @Test
    @DisplayName("A10 does not store a refusal of Semel itself as a failure of the operation")
    void refusalsAreNotFailures() {
        Operation<String> replaying = semel.operation("outer", Codec.text())
                .afterFailure(replayFailures())
                .build();
        assertThatThrownBy(() -> operation.once("inner", null, () -> {
                    replaying.once("k", null, () -> operation.once("inner", null, () -> "never"));
                    return "x";
                }))
                .isInstanceOf(InProgressException.class);
        assertThat(replaying.once("k", null, () -> "second")).isEqualTo("second");
    }

    @Test
    @DisplayName("A21 never runs over a record that another codec has written, and names it")
    void anotherCodec() {
        semel.operation("shared", Codec.bytes()).build().once("k", null, () -> new byte[] {1});
        assertThatThrownBy(() -> semel.operation("shared", Codec.text()).build().once("k", null, () -> "never"))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining(new RecordId("shared", "", "k").toString())
                .hasMessageContaining("text/plain")
                .hasMessageContaining("application/octet-stream");
    }

    @Test
    @DisplayName("A21 never runs over a record that its codec can't decode")
    void undecodable() {
        enum Old {
            A
        }
        enum New {
            B
        }
        semel.operation("shared", Codec.constants(Old.class)).build().once("k", null, () -> Old.A);
        assertThatThrownBy(() -> semel.operation("shared", Codec.constants(New.class))
                        .build()
                        .once("k", null, () -> New.B))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("shared/");
    }

    @Test
    @DisplayName("A23 is not affected by a listener that throws")
    void listenerThrows() {
        Semel loud = Semel.builder(MemoryStore.create())
                .listener(event -> {
                    throw new IllegalStateException("listener");
                })
                .listener(events::add)
                .build();
        Operation<String> heard = loud.operation("heard", Codec.text()).build();
        assertThat(heard.once("k", null, () -> "receipt")).isEqualTo("receipt");
        assertThat(heard.once("k", null, () -> "never")).isEqualTo("receipt");
        assertThat(events).hasExactlyElementsOfTypes(Event.Executed.class, Event.Replayed.class);
    }

    @Test
    @DisplayName("tells its listeners what happened")
    void events() {
        operation.once("k", "one", () -> "receipt");
        operation.once("k", "one", () -> "never");
        catchThrowable(() -> operation.once("k", "two", () -> "never"));
        catchThrowable(() -> operation.once("failing", null, () -> {
            throw new IOException("declined");
        }));
        store.next(StoreCall.CLAIM, Fault.lostReply());
        operation.once("again", null, () -> "receipt");
        assertThat(events)
                .hasExactlyElementsOfTypes(
                        Event.Executed.class,
                        Event.Replayed.class,
                        Event.Mismatched.class,
                        Event.Failed.class,
                        Event.StoreFailed.class,
                        Event.Executed.class);
        assertThat(events).extracting(Event::operation).containsOnly("payments.create");
    }

    @Test
    @DisplayName("says until when a result is replayed only if the store has said so")
    void expiryInTheFacts() {
        Outcome<String> executed = operation.attempt("k", null, context -> "receipt");
        Outcome<String> replayed = operation.attempt("k", null, context -> "never");
        assertThat(((Outcome.Executed<String>) executed).facts().expiresAt()).isNull();
        assertThat(((Outcome.Replayed<String>) replayed).facts().expiresAt())
                .isEqualTo(store.find(new RecordId("payments.create", "", "k"))
                        .orElseThrow()
                        .expiresAt());
    }

    @Test
    @DisplayName("gives the same child key in every attempt, and another for every name and key")
    void childKeys() {
        AtomicReference<String> first = new AtomicReference<>();
        catchThrowable(() -> operation.attempt("k", null, context -> {
            first.set(context.childKey("card-network"));
            throw new IOException("declined");
        }));
        operation.attempt("k", null, context -> {
            assertThat(context.attempt()).isEqualTo(2);
            assertThat(context.childKey("card-network")).isEqualTo(first.get());
            assertThat(context.childKey("mail")).isNotEqualTo(first.get());
            return "x";
        });
        operation.attempt("other", null, context -> {
            assertThat(context.childKey("card-network")).isNotEqualTo(first.get());
            return "x";
        });
        assertThat(java.util.UUID.fromString(first.get()).version()).isEqualTo(8);
    }

    @Test
    @DisplayName("whose result is too large for the store says so to every caller, and never runs again")
    void tooLarge() {
        Store small = new DelegatingStore(MemoryStore.create()) {
            @Override
            public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
                if (result.size() > 200) {
                    throw new ResultTooLargeException(result.size(), 200);
                }
                return super.settle(id, token, result, retention);
            }
        };
        Operation<String> large =
                Semel.on(small).operation("large", Codec.text()).build();
        AtomicInteger runs = new AtomicInteger();
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> large.once("k", null, () -> "x".repeat(200 + runs.incrementAndGet())))
                    .isInstanceOf(ResultNotKeptException.class)
                    .hasMessageContaining("201 bytes")
                    .hasMessageContaining("raise the store's limit");
        }
        assertThat(runs).hasValue(1);
    }

    @Test
    @DisplayName("whose codec can't encode the result, or whose type forbids null, says so and never runs again")
    void wrongCodec() {
        Codec<Integer> wrong = new Codec<>() {
            @Override
            public String mediaType() {
                return "application/x-test";
            }

            @Override
            public byte[] encode(Integer value) {
                throw new UnsupportedOperationException("secret payload");
            }

            @Override
            public Integer decode(byte[] bytes) {
                return 0;
            }

            @Override
            public boolean acceptsNull() {
                return false;
            }
        };
        Operation<Integer> broken = semel.operation("broken", wrong).build();
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> broken.once("k", null, () -> 1))
                    .isInstanceOf(ResultNotKeptException.class)
                    .hasMessageContaining("java.lang.Integer")
                    .hasMessageNotContaining("secret");
            assertThatThrownBy(() -> broken.once("null", null, () -> null))
                    .isInstanceOf(ResultNotKeptException.class)
                    .hasMessageContaining("null");
        }
        assertThat(store.count(StoreCall.SETTLE)).isEqualTo(2);
    }

    @Test
    @DisplayName("on a store that breaks the contract does not run, and says what the store did")
    void brokenStore() {
        List<Store> broken = List.of(
                new DelegatingStore(MemoryStore.create()) {
                    @Override
                    public ClaimResult claim(ClaimRequest request) {
                        return null;
                    }
                },
                new DelegatingStore(MemoryStore.create()) {
                    @Override
                    public ClaimResult claim(ClaimRequest request) {
                        RecordId other = new RecordId("other", "", "k");
                        return super.claim(
                                new ClaimRequest(other, request.fingerprint(), request::nonce, request.terms(), true));
                    }
                },
                new DelegatingStore(MemoryStore.create()) {
                    @Override
                    public ClaimResult claim(ClaimRequest request) {
                        return super.claim(new ClaimRequest(
                                request.id(), request.fingerprint(), () -> new Nonce(1, 2), request.terms(), true));
                    }
                });
        for (Store each : broken) {
            Operation<String> onIt =
                    Semel.on(each).operation("op", Codec.text()).build();
            assertThatThrownBy(() -> onIt.once("k", null, () -> "never"))
                    .isInstanceOf(StoreContractException.class)
                    .hasMessageContaining("StoreContract");
        }
    }

    @Test
    @DisplayName("takes a driver's exception that a store let through for a failure of the store")
    void driversException() {
        store.next(StoreCall.CLAIM, Fault.error(new IllegalStateException("driver")));
        assertThat(operation.once("k", null, () -> "receipt")).isEqualTo("receipt");
        Fault down = Fault.error(new IllegalStateException("driver"));
        store.next(StoreCall.CLAIM, down, down, down);
        assertThatThrownBy(() -> operation.once("k2", null, () -> "never")).isInstanceOf(StoreException.class);
    }

    @Test
    @DisplayName("runs unprotected without a store where the policy says so, and tells its listeners")
    void unprotected() {
        Operation<String> open = semel.operation("open", Codec.text())
                .withoutStore(runUnprotected())
                .build();
        store.next(StoreCall.CLAIM, Fault.lostRequest(), Fault.lostRequest(), Fault.lostRequest());
        assertThat(open.attempt("k", null, context -> "ran")).isInstanceOf(Outcome.Unprotected.class);
        assertThat(events).hasAtLeastOneElementOfType(Event.RanUnprotected.class);
    }

    @Test
    @DisplayName("refuses calls after its Semel was closed, and lets running work end")
    void closed() {
        assertThat(operation.once("k", null, () -> {
                    semel.close();
                    return "receipt";
                }))
                .isEqualTo("receipt");
        assertThatThrownBy(() -> operation.once("k", null, () -> "never")).hasMessageContaining("closed");
        assertThatThrownBy(
                        () -> operation.attemptAsync("k", null, context -> CompletableFuture.completedFuture("never")))
                .hasMessageContaining("closed");
    }

    @Test
    @DisplayName("shows no key, scope, request or value in its messages and text forms")
    void nothingLeaks() {
        Operation<String> scoped = operation.inScope("secret-scope");
        Outcome<String> executed = scoped.attempt("secret-key", "secret-request", context -> "secret-value");
        Throwable mismatch = catchThrowable(() -> scoped.once("secret-key", "other", () -> "never"));
        assertThat(List.of(
                        executed.toString(),
                        scoped.attempt("secret-key", "secret-request", context -> "never")
                                .toString(),
                        String.valueOf(mismatch.getMessage()),
                        store.find(new RecordId("payments.create", "secret-scope", "secret-key"))
                                .toString(),
                        events.toString()))
                .allSatisfy(text -> assertThat(text).doesNotContain("secret"));
    }
}
