package dev.semel.engine;

import static dev.semel.policy.Policies.hold;
import static dev.semel.policy.Policies.runAgain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.RecordState;
import dev.semel.StoreException;
import dev.semel.policy.Reconciler.Verdict;
import dev.semel.testkit.Fault;
import dev.semel.testkit.StoreCall;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("an abandoned record")
class AbandonmentTest {
    private static final Duration LONG = Duration.ofDays(400);

    private final Bench bench = new Bench();
    private final AtomicInteger asked = new AtomicInteger();

    @ParameterizedTest
    @EnumSource(Way.class)
    @DisplayName("A6 stays in doubt when its reconciler throws, and the next call asks again")
    void reconcilerThrows(Way way) throws Exception {
        IllegalStateException away = new IllegalStateException("the provider is away");
        Operation<String> operation = bench.operation()
                .reconciler(context -> {
                    if (asked.incrementAndGet() == 1) {
                        throw away;
                    }
                    return Verdict.happened("receipt");
                })
                .build();
        bench.abandonRecord();
        assertThat(catchThrowable(() -> way.call(bench, operation))).isSameAs(away);
        assertThat(bench.state()).isEqualTo(RecordState.IN_DOUBT);
        assertThat(way.call(bench, operation).orThrow()).isEqualTo("receipt");
        assertThat(asked).hasValue(2);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @DisplayName("A6 throws the reconciler's exception, with later failures attached")
    void releaseFailsToo(Way way) {
        IllegalStateException away = new IllegalStateException("the provider is away");
        Operation<String> operation = bench.operation()
                .reconciler(context -> {
                    throw away;
                })
                .build();
        bench.abandonRecord();
        bench.store.next(StoreCall.RELEASE, Fault.lostRequest(), Fault.lostRequest(), Fault.lostRequest());
        assertThat(catchThrowable(() -> way.call(bench, operation)))
                .isSameAs(away)
                .satisfies(thrown ->
                        assertThat(thrown.getSuppressed()).hasSize(1).hasOnlyElementsOfType(StoreException.class));
        assertThat(bench.store.count(StoreCall.RENEW)).isZero();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @DisplayName("A6 whose reconciler returns null stays in doubt, with what to return")
    void reconcilerReturnsNull(Way way) {
        Operation<String> operation =
                bench.operation().reconciler(context -> null).build();
        bench.abandonRecord();
        assertThat(catchThrowable(() -> way.call(bench, operation))).hasMessageContaining("cannotTell()");
        assertThat(bench.state()).isEqualTo(RecordState.IN_DOUBT);
    }

    @Test
    @DisplayName("A6 that is held stays in doubt indefinitely")
    void heldForEver() throws Exception {
        bench.dyingOperation()
                .afterAbandonment(hold())
                .build()
                .attemptAsync("k", null, context -> new CompletableFuture<>());
        bench.time.advance(LONG);
        Operation<String> operation = bench.operation().afterAbandonment(hold()).build();
        for (Way way : Way.values()) {
            assertThat(way.call(bench, operation)).isInstanceOf(Outcome.InDoubt.class);
        }
        assertThat(bench.memory.purge(10)).isZero();
        assertThat(bench.state()).isEqualTo(RecordState.IN_DOUBT);
    }

    @Test
    @DisplayName("A6 that is to be reconciled is not forgotten, however late the next call is")
    void reconciledHoweverLate() throws Exception {
        bench.dyingOperation()
                .reconciler(context -> Verdict.cannotTell())
                .build()
                .attemptAsync("k", null, context -> new CompletableFuture<>());
        bench.time.advance(LONG);
        Operation<String> operation = bench.operation()
                .reconciler(context -> Verdict.happened("receipt"))
                .build();
        assertThat(Way.BLOCKING.call(bench, operation).orThrow()).isEqualTo("receipt");
    }

    @Test
    @DisplayName("A4 that may run again is forgotten a retention after its lease")
    void forgotten() throws Exception {
        bench.dyingOperation()
                .afterAbandonment(runAgain())
                .build()
                .attemptAsync("k", null, c -> new CompletableFuture<>());
        bench.time.advance(LONG);
        AtomicReference<Integer> attempt = new AtomicReference<>();
        Way.BLOCKING.call(bench, bench.operation().build(), context -> {
            attempt.set(context.attempt());
            return "x";
        });
        assertThat(attempt).hasValue(1);
    }
}
