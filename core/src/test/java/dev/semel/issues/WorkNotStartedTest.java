package dev.semel.issues;

import static dev.semel.policy.Policies.hold;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.BoundOperation;
import dev.semel.Codec;
import dev.semel.Context;
import dev.semel.Semel;
import dev.semel.memory.MemoryStore;
import dev.semel.session.Session;
import dev.semel.session.Sessions;
import dev.semel.session.Terms;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.testkit.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("work whose context could not be created")
class WorkNotStartedTest {
    private static final RecordId ID = new RecordId("op", "", "k");

    private final VirtualTime time = new VirtualTime();
    private final MemoryStore memory = MemoryStore.builder().clock(time.clock()).build();

    /** Leases without a context for the work. */
    private static final class WithoutContext implements Sessions<Context> {
        @Override
        public Session<Context> open(Terms terms) {
            return new Broken(terms.leased());
        }

        @Override
        public boolean holdByTransaction() {
            return false;
        }
    }

    private record Broken(Session<Context> leased) implements Session<Context> {
        @Override
        public Claim claim(Duration patience) {
            return leased.claim(patience);
        }

        @Override
        public Context context(Context attempt) {
            throw new OutOfMemoryError("on purpose");
        }

        @Override
        public void starting() {
            leased.starting();
        }

        @Override
        public boolean undoes() {
            return false;
        }

        @Override
        public Written record(Result value, Duration retention) {
            return leased.record(value, retention);
        }

        @Override
        public Written recordFailure(Result failure, Throwable thrown, Duration retention) {
            return leased.recordFailure(failure, thrown, retention);
        }

        @Override
        public Written release(ReleaseAs as, Duration retention) {
            return leased.release(as, retention);
        }

        @Override
        public boolean isLive() {
            return leased.isLive();
        }

        @Override
        public Duration timeLeft() {
            return leased.timeLeft();
        }

        @Override
        public void close() {
            leased.close();
        }
    }

    @Test
    @DisplayName("was in doubt forever although it never ran")
    void inDoubt() {
        BoundOperation<String, Context> operation = Semel.builder(memory)
                .timekeeper(time)
                .executor(time)
                .build()
                .operation("op", Codec.text())
                .afterAbandonment(hold())
                .build()
                .in(new WithoutContext());
        assertThatThrownBy(() -> operation.attempt("k", null, context -> "never"))
                .isInstanceOf(OutOfMemoryError.class);
        time.advance(Duration.ofMinutes(1));
        assertThat(memory.find(ID)).isEmpty();
    }
}
