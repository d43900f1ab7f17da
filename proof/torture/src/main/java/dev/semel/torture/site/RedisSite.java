package dev.semel.torture.site;

import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.counter.store.CounterStore;
import dev.semel.redis.RedisStore;
import dev.semel.redis.counter.RedisCounterStore;
import dev.semel.store.Store;
import dev.semel.torture.protocol.WorkerSettings;
import java.time.Duration;

/** A Redis or Valkey: one server, or one behind Sentinels. It has no transactions that others could join. */
final class RedisSite implements Site {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final RedisStore store;
    private final RedisCounterStore counts;

    RedisSite(WorkerSettings settings) {
        this.store = RedisStore.builder(settings.address()).timeout(PATIENCE).build();
        try {
            this.counts = RedisCounterStore.builder(settings.address())
                    .timeout(PATIENCE)
                    .build();
        } catch (RuntimeException | Error e) {
            store.close();
            throw e;
        }
    }

    @Override
    public Store store() {
        return store;
    }

    @Override
    public CounterStore counts() {
        return counts;
    }

    @Override
    public boolean hasBooks() {
        return false;
    }

    @Override
    public Outcome<String> book(Operation<String> operation, String key, String request, Posting work) {
        throw new UnsupportedOperationException("Redis has no transaction to join");
    }

    @Override
    public void close() {
        store.close();
        counts.close();
    }
}
