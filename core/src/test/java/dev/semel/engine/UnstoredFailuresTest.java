package dev.semel.engine;

import static dev.semel.policy.Policies.replayFailures;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.semel.Event;
import dev.semel.LeaseLostException;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.RecordState;
import dev.semel.StoreException;
import dev.semel.testkit.Fault;
import dev.semel.testkit.StoreCall;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A failure that is to be replayed is a result: a caller that gets it and later another one was misinformed. */
@DisplayName("a failure that is to be replayed")
class UnstoredFailuresTest {
    private final Bench bench = new Bench();
    private final IOException declined = new IOException("declined");

    @ParameterizedTest
    @EnumSource(Way.class)
    @DisplayName("A7 is never thrown as such if another attempt has taken over, and stays the cause")
    void leaseLost(Way way) {
        Operation<String> slow =
                bench.dyingOperation().afterFailure(replayFailures()).build();
        Operation<String> other =
                bench.operation().afterFailure(replayFailures()).build();
        Throwable thrown = catchThrowable(() -> way.call(bench, slow, context -> {
            bench.time.advance(Bench.LEASE.multipliedBy(2));
            assertThat(other.attempt("k", null, same -> "paid")).isInstanceOf(Outcome.Executed.class);
            throw declined;
        }));
        assertThat(thrown).isInstanceOf(LeaseLostException.class).hasCause(declined);
        assertThat(bench.state()).isEqualTo(RecordState.COMPLETED);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @DisplayName("A11 is never thrown as such if it could not be stored, and stays the cause")
    void storeAway(Way way) {
        Operation<String> operation =
                bench.operation().afterFailure(replayFailures()).build();
        Throwable thrown = catchThrowable(() -> way.call(bench, operation, context -> {
            bench.store.next(StoreCall.SETTLE, lost());
            throw declined;
        }));
        assertThat(thrown).isInstanceOf(StoreException.class).hasCause(declined).hasMessageContaining("call again");
        assertThat(thrown.getSuppressed()).hasSize(1);
        assertThat(bench.received(Event.Failed.class))
                .singleElement()
                .satisfies(event -> assertThat(event.stored()).isFalse());
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @DisplayName("A11 is never thrown as such if an Error keeps it from being stored, and stays the cause")
    void unreadable(Way way) {
        Operation<String> operation =
                bench.operation().afterFailure(replayFailures()).build();
        IOException unreadable = new IOException() {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
                // Futures call it as well, before any failure is stored.
                boolean toBeStored = StackWalker.getInstance()
                        .walk(frames ->
                                frames.anyMatch(frame -> frame.getClassName().equals("dev.semel.Failure")));
                if (toBeStored) {
                    throw new StackOverflowError();
                }
                return "declined";
            }
        };
        Throwable thrown = catchThrowable(() -> way.call(bench, operation, context -> {
            throw unreadable;
        }));
        assertThat(thrown).isInstanceOf(StoreException.class);
        assertThat(thrown.getCause()).isSameAs(unreadable);
    }

    private static Fault[] lost() {
        Fault[] all = new Fault[1_000];
        Arrays.fill(all, Fault.lostRequest());
        return all;
    }
}
