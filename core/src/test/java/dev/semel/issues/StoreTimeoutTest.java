package dev.semel.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import dev.semel.InvalidSettingsException;
import dev.semel.NotRecordedException;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.memory.MemoryStore;
import dev.semel.store.Causes;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.Token;
import dev.semel.testkit.DelegatingStore;
import dev.semel.testkit.VirtualTime;
import dev.semel.time.Timekeeper;
import java.io.IOException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A call waited for three time-outs of a pool before it was refused, and nothing was logged. */
@DisplayName("a store that can't be reached")
@Timeout(120)
class StoreTimeoutTest {
    private final VirtualTime time = new VirtualTime();
    private final Unreachable store = new Unreachable();

    /** Fails after its client has waited for a while. */
    private final class Unreachable extends DelegatingStore {
        private Duration wait = Duration.ZERO;
        private boolean claims = true;
        private int calls;

        Unreachable() {
            super(MemoryStore.builder().clock(time.clock()).build());
        }

        private StoreException fail() {
            calls++;
            time.advance(wait);
            return new StoreException("the pool is empty", null);
        }

        @Override
        public ClaimResult claim(ClaimRequest request) {
            if (claims) {
                throw fail();
            }
            return super.claim(request);
        }

        @Override
        public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
            throw fail();
        }

        @Override
        public OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
            throw fail();
        }

        @Override
        public String toString() {
            return "the store at 127.0.0.1:5432";
        }
    }

    /** Virtual time that passes while the caller waits. */
    private final class Passing implements Timekeeper {
        @Override
        public long nanoTime() {
            return time.nanoTime();
        }

        @Override
        public Runnable after(Duration delay, Runnable task) {
            return time.after(delay, task);
        }

        @Override
        public void inBackground(Runnable task) {
            time.inBackground(task);
        }

        @Override
        public void await(CompletableFuture<?> until, Duration atMost) {
            time.advance(atMost);
        }
    }

    private Operation<String> operation() {
        return Semel.builder(store)
                .timekeeper(new Passing())
                .executor(time)
                .storeTimeout(Duration.ofSeconds(5))
                .build()
                .operation("payments.create", Codec.text())
                .build();
    }

    private int callsWith(Duration wait) {
        store.calls = 0;
        store.wait = wait;
        assertThatThrownBy(() -> operation().once("k", "r", () -> "paid")).isInstanceOf(StoreException.class);
        return store.calls;
    }

    @Test
    @DisplayName("is asked again only if another wait of the same length fits into the time-out")
    void claim() {
        assertThat(callsWith(Duration.ofMillis(10))).isEqualTo(3);
        assertThat(callsWith(Duration.ofSeconds(2))).isEqualTo(2);
        assertThat(callsWith(Duration.ofSeconds(30))).isEqualTo(1);
    }

    @Test
    @DisplayName("is not asked again for the end of a call after the lease and the time-out have ended")
    void ends() {
        store.claims = false;
        store.wait = Duration.ofSeconds(40);
        assertThatThrownBy(() -> operation().once("k", "r", () -> "paid")).isInstanceOf(NotRecordedException.class);
        assertThat(store.calls).isEqualTo(1);
        assertThatThrownBy(() -> operation().once("k2", "r", () -> {
                    throw new IOException("declined");
                }))
                .isInstanceOf(IOException.class);
        assertThat(store.calls).isEqualTo(2);
    }

    @Test
    @DisplayName("is logged in one line with its address and the reason, and then at intervals")
    void logged() {
        List<LogRecord> lines = new ArrayList<>();
        Logger log = Logger.getLogger("dev.semel");
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                if (line.getMessage().contains("127.0.0.1:5432")) {
                    lines.add(line);
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        log.addHandler(handler);
        try {
            Operation<String> operation = operation();
            for (int i = 0; i < 10; i++) {
                String key = "secret-key-" + i;
                assertThatThrownBy(() -> operation.once(key, "r", () -> "paid")).isInstanceOf(StoreException.class);
            }
            assertThat(lines)
                    .singleElement()
                    .satisfies(line -> assertThat(line.getMessage())
                            .isEqualTo("the store at 127.0.0.1:5432 failed at CLAIM of payments.create:"
                                    + " the pool is empty"));
            time.advance(Duration.ofMinutes(1));
            assertThatThrownBy(() -> operation.once("k", "r", () -> "paid")).isInstanceOf(StoreException.class);
            assertThat(lines).hasSize(2);
            assertThat(lines.get(1).getMessage()).endsWith("(and 29 more failures since the last report)");
        } finally {
            log.removeHandler(handler);
        }
    }

    @Test
    @DisplayName("has a time-out that is not negative")
    void wrong() {
        assertThatThrownBy(() -> Semel.builder(store)
                        .storeTimeout(Duration.ofSeconds(-1))
                        .build())
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContaining("storeTimeout is PT-1S");
    }

    @Test
    @DisplayName("is described by its causes, without passwords and without data of statements")
    void causes() {
        SQLException refused = new SQLException("Connection to 127.0.0.1:5432 refused.\n Check that it runs.", "08001");
        SQLException timedOut = new SQLTransientConnectionException("no connection after 2000ms", "08001", 0, refused);
        assertThat(Causes.of(new IllegalStateException(timedOut.toString(), timedOut)))
                .contains("no connection after 2000ms")
                .endsWith("Connection to 127.0.0.1:5432 refused. Check that it runs.");
        assertThat(Causes.of(new SQLException("Key (email)=(ada@example.com) exists", "23505", 7)))
                .isEqualTo("SQLException with SQL state 23505, code 7");
        assertThat(Causes.of(new BatchUpdateException("INSERT … ('4111')", "08001", new int[0])))
                .doesNotContain("4111");
        assertThat(Causes.of(new IOException("jdbc:x://ada:p@ss@host:1/db?user=ada&password=pw&ssl=true")))
                .isEqualTo("jdbc:x://…@host:1/db?user=ada&password=…&ssl=true");
        assertThat(Causes.of(new IOException((String) null))).isEqualTo("IOException");
    }
}
