package dev.semel.jdbc.issues;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Fingerprint;
import dev.semel.RecordState;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.Pools;
import dev.semel.servers.PostgresServer;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.RecordId;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A17 callers in a batch are interrupted")
class InterruptedInTheBatchTest {
    private static final LeaseTerms TERMS = new LeaseTerms(Duration.ofMinutes(5), Duration.ofMinutes(5));

    private final String run = UUID.randomUUID().toString();
    private final AtomicInteger granted = new AtomicInteger();
    private final AtomicInteger stillInterrupted = new AtomicInteger();
    private final CountDownLatch started = new CountDownLatch(8);

    private RecordId id(int number) {
        return new RecordId("interrupted", run, "k" + number);
    }

    private void claim(JdbcStore store, int number) {
        ClaimRequest request =
                new ClaimRequest(id(number), Fingerprint.ofParts("r"), () -> new Nonce(number, 1), TERMS, true);
        started.countDown();
        if (store.claim(request) instanceof ClaimResult.Claimed) {
            granted.incrementAndGet();
        }
        if (Thread.interrupted()) {
            stillInterrupted.incrementAndGet();
        }
    }

    @Test
    @DisplayName("an interrupt of the caller that waited for the pool failed all calls of its batch")
    void allAreAnswered() throws Exception {
        try (HikariDataSource pool = Pools.of(PostgresServer.shared(), config -> config.setMaximumPoolSize(1))) {
            JdbcStore store = JdbcStore.builder(pool).createSchema(true).build();
            List<Thread> callers = new ArrayList<>();
            try (Connection busy = pool.getConnection()) {
                assertThat(busy.isClosed()).isFalse();
                for (int i = 0; i < 8; i++) {
                    int number = i;
                    callers.add(new Thread(() -> claim(store, number)));
                }
                callers.forEach(Thread::start);
                started.await();
                Thread.sleep(300);
                // One of the callers sends for all, and the others are parked.
                callers.forEach(Thread::interrupt);
                Thread.sleep(300);
            }
            for (Thread caller : callers) {
                caller.join(20_000);
            }
            assertThat(granted).hasValue(8);
            assertThat(stillInterrupted).hasValue(8);
            for (int i = 0; i < 8; i++) {
                assertThat(store.find(id(i)).orElseThrow().state()).isEqualTo(RecordState.IN_PROGRESS);
            }
        }
    }
}
