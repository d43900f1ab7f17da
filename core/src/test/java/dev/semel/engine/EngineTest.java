package dev.semel.engine;

import static dev.semel.policy.Policies.runUnprotected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.semel.Codec;
import dev.semel.Event;
import dev.semel.InProgressException;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.memory.MemoryStore;
import dev.semel.store.RecordId;
import dev.semel.testkit.Fault;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.StoreCall;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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
    @DisplayName("A14 that calls itself under its own key is refused immediately, even under a wait policy")
    void asksForItself() {
        Operation<String> waiting = semel.operation("waiting", Codec.text())
                .whileRunning(dev.semel.policy.Policies.waitUpTo(Duration.ofMinutes(5)))
                .build();
        String answer = waiting.once("k", null, () -> {
            assertThatThrownBy(() -> waiting.once("k", null, () -> "never")).isInstanceOf(InProgressException.class);
            return "receipt";
        });
        assertThat(answer).isEqualTo("receipt");
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
    @DisplayName("notifies its listeners of every event")
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
    @DisplayName("reports until when a result is replayed only if the store has returned it")
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
    @DisplayName("returns the same child key in every attempt, and a different one for every name and key")
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
    @DisplayName("runs unprotected without a store if the policy allows it, and notifies its listeners")
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
