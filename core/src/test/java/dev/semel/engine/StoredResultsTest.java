package dev.semel.engine;

import static dev.semel.policy.Policies.replayFailures;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.semel.Codec;
import dev.semel.Context;
import dev.semel.Event;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.RecordState;
import dev.semel.ResultNotKeptException;
import dev.semel.Semel;
import dev.semel.session.Session;
import dev.semel.session.Sessions;
import dev.semel.session.Terms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.ResultTooLargeException;
import dev.semel.store.Token;
import dev.semel.store.UnreadableRecordException;
import dev.semel.testkit.DelegatingStore;
import dev.semel.testkit.StoreCall;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("the stored form of a result")
class StoredResultsTest {
    private final Bench bench = new Bench();
    private final Semel semel = bench.semel().build();

    private Operation<String> withLimit(int limit) {
        DelegatingStore small = new DelegatingStore(bench.store) {
            @Override
            public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
                if (result.size() > limit) {
                    throw new ResultTooLargeException(result.size(), limit);
                }
                return super.settle(id, token, result, retention);
            }
        };
        return Bench.operation(Semel.builder(small)
                        .timekeeper(new DrivenTime(bench.time))
                        .executor(bench.time)
                        .listener(bench.events::add))
                .afterFailure(replayFailures())
                .build();
    }

    @Test
    @DisplayName("A21 that another codec has written is named, and the work never runs")
    void anotherCodec() {
        semel.operation("shared", Codec.bytes()).build().once("k", null, () -> new byte[] {1});
        assertThatThrownBy(() -> semel.operation("shared", Codec.text()).build().once("k", null, () -> "never"))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining(new RecordId("shared", "", "k").toString())
                .hasMessageContaining("text/plain")
                .hasMessageContaining("application/octet-stream");
    }

    @Test
    @DisplayName("A21 that the codec can't decode keeps the work from running")
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

    @ParameterizedTest
    @EnumSource(Way.class)
    @DisplayName("that is too large for the store is a tombstone; the work never runs again")
    void tooLarge(Way way) {
        Operation<String> large = withLimit(200);
        AtomicInteger runs = new AtomicInteger();
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> way.call(bench, large, context -> "x".repeat(200 + runs.incrementAndGet())))
                    .isInstanceOf(ResultNotKeptException.class)
                    .hasMessageContaining("201 bytes")
                    .hasMessageContaining("raise the store's limit");
        }
        assertThat(runs).hasValue(1);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @DisplayName("A10 of a failure that is too large is its type, and never a tombstone")
    void failureTooLarge(Way way) throws Exception {
        Operation<String> operation = withLimit(100);
        IOException thrown = new IOException("x".repeat(200));
        assertThat(catchThrowable(() -> way.call(bench, operation, context -> {
                    throw thrown;
                })))
                .isSameAs(thrown);
        assertThat(bench.received(Event.Failed.class))
                .singleElement()
                .satisfies(event -> assertThat(event.stored()).isTrue());
        assertThat(bench.received(Event.ResultNotKept.class)).isEmpty();
        assertThat(way.call(bench, operation)).isInstanceOfSatisfying(Outcome.FailureReplayed.class, outcome -> {
            assertThat(outcome.failure().is(IOException.class)).isTrue();
            assertThat(outcome.failure().message()).isNull();
        });
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @DisplayName("A10 of a failure whose type alone is too large does not exist; the caller gets the work's exception")
    void typeTooLarge(Way way) {
        Operation<String> operation = withLimit(5);
        IOException thrown = new IOException("x".repeat(200));
        assertThat(catchThrowable(() -> way.call(bench, operation, context -> {
                    throw thrown;
                })))
                .isSameAs(thrown)
                .satisfies(each -> assertThat(each.getSuppressed())
                        .hasOnlyElementsOfType(ResultTooLargeException.class)
                        .hasSize(1));
        assertThat(bench.record().result()).isNull();
        assertThat(bench.received(Event.Failed.class))
                .singleElement()
                .satisfies(event -> assertThat(event.stored()).isFalse());
        bench.time.advance(Bench.LEASE.multipliedBy(2));
        assertThat(bench.state()).isEqualTo(RecordState.ABANDONED);
    }

    @Test
    @DisplayName("that its codec can't encode, or that is null against its type, is a tombstone")
    void wrongCodec() {
        Operation<Integer> broken = semel.operation("broken", new UnableCodec()).build();
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> broken.once("k", null, () -> 1))
                    .isInstanceOf(ResultNotKeptException.class)
                    .hasMessageContaining("java.lang.Integer")
                    .hasMessageNotContaining("secret");
            assertThatThrownBy(() -> broken.once("null", null, () -> null))
                    .isInstanceOf(ResultNotKeptException.class)
                    .hasMessageContaining("null");
        }
        assertThat(bench.store.count(StoreCall.SETTLE)).isEqualTo(2);
    }

    @Test
    @DisplayName("is reported as replayed in a transaction too if it is a tombstone")
    void inTransaction() {
        Operation<Integer> broken = semel.operation("op", new UnableCodec()).build();
        catchThrowable(() -> broken.once("k", null, () -> 1));
        bench.events.clear();
        Sessions<Context> inTransaction = new Sessions<>() {
            @Override
            public Session<Context> open(Terms terms) {
                return terms.leased();
            }

            @Override
            public boolean holdByTransaction() {
                return true;
            }
        };
        assertThatThrownBy(() -> broken.in(inTransaction).once("k", null, context -> 2))
                .isInstanceOf(ResultNotKeptException.class);
        assertThat(bench.events).hasExactlyElementsOfTypes(Event.Replayed.class);
    }

    private static final class UnableCodec implements Codec<Integer> {
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
    }
}
