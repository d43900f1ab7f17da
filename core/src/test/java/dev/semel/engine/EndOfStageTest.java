package dev.semel.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.semel.Codec;
import dev.semel.Context;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.memory.MemoryStore;
import dev.semel.session.Session;
import dev.semel.session.Sessions;
import dev.semel.session.Terms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.Token;
import dev.semel.testkit.DelegatingStore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the end of a call whose work is a stage")
class EndOfStageTest {
    private final ConcurrentLinkedQueue<Thread> settledOn = new ConcurrentLinkedQueue<>();
    private final Operation<String> operation = Semel.on(new DelegatingStore(MemoryStore.create()) {
                @Override
                public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
                    settledOn.add(Thread.currentThread());
                    return super.settle(id, token, result, retention);
                }
            })
            .operation("op", Codec.text())
            .build();

    /** The failure of a stage, which can't be read. */
    private static final class Unreadable extends CompletionException {
        private static final long serialVersionUID = 1;
        private final transient Error thrown = new LinkageError("a class is missing");

        @Override
        public synchronized Throwable getCause() {
            if (thrown == null) {
                return null;
            }
            throw thrown;
        }
    }

    @Test
    @DisplayName("is reported if an Error is thrown between the work and its settlement")
    void errorAfterTheWork() {
        CompletableFuture<String> value = new CompletableFuture<>();
        CompletableFuture<Outcome<String>> call = operation.attemptStaged("k", null, context -> value);
        Unreadable unreadable = new Unreadable();
        value.completeExceptionally(unreadable);
        assertThat(catchThrowable(() -> call.get(30, TimeUnit.SECONDS))).hasCause(unreadable.thrown);
    }

    /** Records that a transaction holds. */
    private static final class Held implements Sessions<Context> {
        @Override
        public Session<Context> open(Terms terms) {
            return terms.leased();
        }

        @Override
        public boolean holdByTransaction() {
            return true;
        }
    }

    @Test
    @DisplayName("stays on the thread of a transaction, even if its executor refuses it")
    void transactionStays() throws Exception {
        AtomicBoolean refuses = new AtomicBoolean();
        Executor here = task -> {
            if (refuses.get()) {
                throw new RejectedExecutionException();
            }
            task.run();
        };
        CompletableFuture<Outcome<String>> ended = new AsyncDriver<>(
                        ((EngineOperation<String>) operation).call("k", null, new Held(), null),
                        context -> {
                            refuses.set(true);
                            return CompletableFuture.completedFuture("v");
                        },
                        here)
                .drive();
        assertThat(ended.get(30, TimeUnit.SECONDS)).isInstanceOf(Outcome.Executed.class);
        assertThat(settledOn).containsExactly(Thread.currentThread());
    }
}
