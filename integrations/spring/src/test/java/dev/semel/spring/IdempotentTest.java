package dev.semel.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.FailureReplayedException;
import dev.semel.InProgressException;
import dev.semel.InvalidKeyException;
import dev.semel.Keys;
import dev.semel.MismatchException;
import dev.semel.spring.Payments.Receipt;
import dev.semel.spring.Payments.Request;
import dev.semel.testkit.Fault;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.StoreCall;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.http.ResponseEntity;

@DisplayName("an idempotent method")
class IdempotentTest {
    private final AnnotationConfigApplicationContext context = Contexts.onMemory(Payments.class);
    private final Payments payments = context.getBean(Payments.class);
    private final FaultyStore store = context.getBean(FaultyStore.class);

    @AfterEach
    void close() {
        context.close();
    }

    private int runs() {
        return Integer.parseInt(payments.pay(new Request("count", 0)).run() + "") - 1;
    }

    @Test
    @DisplayName("A1 runs once for a key, and the second call gets the stored result for one store call")
    void runsOnce() {
        assertThat(payments.pay(new Request("a", 1))).isEqualTo(new Receipt("a", 1));
        int before = store.count(StoreCall.CLAIM) + store.count(StoreCall.SETTLE);
        assertThat(payments.pay(new Request("a", 1))).isEqualTo(new Receipt("a", 1));
        assertThat(store.count(StoreCall.CLAIM) + store.count(StoreCall.SETTLE)).isEqualTo(before + 1);
        assertThat(payments.pay(new Request("b", 1))).isEqualTo(new Receipt("b", 2));
    }

    @Test
    @DisplayName("A12 refuses a different request under the same key, by all arguments or by those that count")
    void fingerprint() {
        payments.pay(new Request("a", 1));
        assertThatThrownBy(() -> payments.pay(new Request("a", 2))).isInstanceOf(MismatchException.class);
        payments.some("k", new Request("one", 1));
        assertThat(payments.some("k", new Request("other", 1))).isEqualTo(2);
        assertThatThrownBy(() -> payments.some("k", new Request("one", 2))).isInstanceOf(MismatchException.class);
        assertThat(runs()).isEqualTo(2);
    }

    @Test
    @DisplayName("A13 keeps scopes apart")
    void scopes() {
        assertThat(payments.payFor("alice", "k").run()).isEqualTo(1);
        assertThat(payments.payFor("bob", "k").run()).isEqualTo(2);
        assertThat(payments.payFor("alice", "k").run()).isEqualTo(1);
        assertThatThrownBy(() -> payments.payFor(null, "k"))
                .isInstanceOf(InvalidKeyException.class)
                .hasMessageContaining("scope");
    }

    @Test
    @DisplayName("A3 replays void, null, generics, Optional and bytes unchanged")
    void results() {
        payments.nothing();
        payments.nothing();
        assertThat(runs()).isEqualTo(1);
        assertThat(payments.list("k"))
                .isEqualTo(payments.list("k"))
                .isEqualTo(List.of(Map.of("a", new Receipt("k", 3))));
        assertThat(payments.nullable("k")).isNull();
        assertThat(payments.nullable("k")).isNull();
        assertThat(payments.optional("k", true)).contains(new Receipt("k", 5));
        assertThat(payments.optional("k", true)).contains(new Receipt("k", 5));
        assertThat(payments.optional("none", false)).isEmpty();
        assertThat(payments.optional("none", false)).isEmpty();
        assertThat(payments.bytes(new byte[] {0, 9})).containsExactly(7, 9);
        assertThat(payments.bytes(new byte[] {0, 9})).containsExactly(7, 9);
    }

    @Test
    @DisplayName("A3 with a CompletableFuture is in progress until that completes, and replays its value")
    void futures() {
        CompletableFuture<String> gate = new CompletableFuture<>();
        CompletableFuture<List<Receipt>> first = payments.future("k", gate);
        assertThat(first).isNotDone();
        assertThatThrownBy(() -> payments.future("k", gate).join()).hasCauseInstanceOf(InProgressException.class);
        gate.complete("done");
        assertThat(first.join()).containsExactly(new Receipt("done", 1));
        assertThat(payments.future("k", gate).join()).containsExactly(new Receipt("done", 1));
    }

    @Test
    @DisplayName("A10 with a failing CompletableFuture throws the same exception, and the next call runs")
    void failingFuture() {
        IllegalStateException failure = new IllegalStateException("down");
        assertThatThrownBy(() -> payments.future("k", CompletableFuture.failedFuture(failure))
                        .join())
                .hasCause(failure);
        assertThat(payments.future("k", CompletableFuture.completedFuture("x")).join())
                .containsExactly(new Receipt("x", 2));
    }

    @Test
    @DisplayName("C4 C5 replays a ResponseEntity with status, body and listed headers, and marks it")
    void entities() {
        ResponseEntity<Receipt> first = payments.entity("k", 201);
        assertThat(first.getHeaders().getFirst("Set-Cookie")).isNotNull();
        ResponseEntity<Receipt> replay = payments.entity("k", 201);
        assertThat(replay.getStatusCode().value()).isEqualTo(201);
        assertThat(replay.getBody()).isEqualTo(new Receipt("k", 1));
        assertThat(replay.getHeaders().getFirst("Location")).isEqualTo("/receipts/k");
        assertThat(replay.getHeaders().getFirst("Set-Cookie")).isNull();
        assertThat(replay.getHeaders().getFirst("Idempotency-Replayed")).isEqualTo("true");
        assertThat(replay.getHeaders().getValuesAsList("Link")).containsExactly("<a>", "<b>");
        assertThat(payments.entityLater("k", 204).join().getStatusCode().value())
                .isEqualTo(204);
        assertThat(payments.entityLater("k", 500).join().getHeaders().getFirst("Idempotency-Replayed"))
                .isEqualTo("true");
    }

    @Test
    @DisplayName("C11 does not store a ResponseEntity with a 5xx, or with a status that means that nothing was done")
    void entitiesThatAreNotKept() {
        for (int status : new int[] {500, 503, 401, 403, 408, 425, 429}) {
            assertThat(payments.entity("k", status).getStatusCode().value()).isEqualTo(status);
            assertThat(payments.entityLater("k", status).join().getStatusCode().value())
                    .isEqualTo(status);
        }
        assertThat(payments.entity("k", 404).getBody()).isEqualTo(new Receipt("k", 15));
        assertThat(payments.entity("k", 201).getStatusCode().value()).isEqualTo(404);
    }

    @Test
    @DisplayName("A10 throws the same exception to its caller, and then runs again, or replays it")
    void failures() {
        assertThatThrownBy(() -> payments.failing("k", true))
                .isExactlyInstanceOf(IOException.class)
                .hasMessage("run 1");
        assertThatThrownBy(() -> payments.failing("k", true)).hasMessage("run 2");
        assertThatThrownBy(() -> payments.declined("k")).hasMessage("declined 3");
        assertThatThrownBy(() -> payments.declined("k")).isInstanceOf(FailureReplayedException.class);
        assertThat(runs()).isEqualTo(3);
    }

    @Test
    @DisplayName("B3 accepts any value as its key; null and empty values are none")
    void keys() {
        for (Object key : new Object[] {0, false, "k", 7L, List.of("a", 1), Map.of("a", 1), List.of("x".repeat(300))}) {
            int first = payments.any(key);
            assertThat(payments.any(key)).as("%s", key).isEqualTo(first);
        }
        for (Object none : new Object[] {null, "", List.of(), Map.of()}) {
            assertThat(payments.any(none)).isNotEqualTo(payments.any(none));
        }
        assertThatThrownBy(() -> payments.payFor("alice", null)).isInstanceOf(InvalidKeyException.class);
    }

    @Test
    @DisplayName("B6 refuses a text that is not a valid key, as operations and routes do")
    void unusableKeys() {
        for (String key : new String[] {"x".repeat(256), "\u00e9".repeat(128), "a\nb"}) {
            assertThatThrownBy(() -> payments.any(key)).isInstanceOf(InvalidKeyException.class);
        }
        assertThat(runs()).isZero();
    }

    @Test
    @DisplayName("knows its attempt while it runs, and not outside of it")
    void context() {
        String child = payments.context("k");
        assertThat(child).isEqualTo(payments.context("k")).isNotEqualTo(payments.context("other"));
        assertThat(CurrentAttempt.find()).isEmpty();
        assertThatThrownBy(CurrentAttempt::get).isInstanceOf(IllegalStateException.class);
        assertThat(Keys.fits(child)).isTrue();
    }

    @Test
    @DisplayName("C9 does not run while the store is unreachable, unless its policy allows it")
    void storeDown() {
        for (int i = 0; i < 3; i++) {
            store.next(StoreCall.CLAIM, Fault.lostRequest());
        }
        assertThatThrownBy(() -> payments.pay(new Request("a", 1))).isInstanceOf(dev.semel.StoreException.class);
        for (int i = 0; i < 3; i++) {
            store.next(StoreCall.CLAIM, Fault.lostRequest());
        }
        assertThat(payments.settings("k")).isEqualTo("k");
        assertThat(runs()).isZero();
    }
}
