package dev.semel.benchmarks.redis;

import dev.semel.benchmarks.servers.PrivateRedis;
import dev.semel.benchmarks.servers.RedisDatabase;
import dev.semel.benchmarks.workload.CallKeys;
import dev.semel.benchmarks.workload.StoredResults;
import java.util.function.Function;
import org.apache.camel.component.redis.processor.idempotent.SpringRedisStringIdempotentRepository;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.integration.redis.metadata.RedisMetadataStore;

/**
 * Libraries that mark each key they have seen. They store no response, so a duplicate only learns that it is one, and a call costs one write
 * less than with the contenders that store it.
 */
final class RedisLibraries implements AutoCloseable {
    private static final String MARK = "seen";

    private final RedisDatabase database;
    private final LettuceConnectionFactory connections;
    private final Marks marks;

    /** The method of a library that marks a key. */
    private interface Marks {
        /** Returns whether this call was the first to mark the key. */
        boolean mark(String key);
    }

    private RedisLibraries(RedisDatabase database, Function<LettuceConnectionFactory, Marks> library) {
        this.database = database;
        this.connections =
                new LettuceConnectionFactory(LettuceConnectionFactory.createRedisConfiguration(database.address()));
        connections.afterPropertiesSet();
        connections.start();
        this.marks = library.apply(connections);
    }

    /** Opens Spring Integration's metadata store, which its idempotent receiver uses. */
    static RedisLibraries springIntegration(PrivateRedis server) {
        return new RedisLibraries(server.database().ofHash(RedisMetadataStore.KEY), connections -> {
            RedisMetadataStore store = new RedisMetadataStore(connections);
            return key -> store.putIfAbsent(key, MARK) == null;
        });
    }

    /** Opens Camel's repository for its idempotent consumer. */
    static RedisLibraries camel(PrivateRedis server) {
        return new RedisLibraries(server.database(), connections -> {
            StringRedisTemplate template = new StringRedisTemplate(connections);
            SpringRedisStringIdempotentRepository repository =
                    new SpringRedisStringIdempotentRepository(template, "payments");
            repository.setExpiry(86_400);
            return repository::add;
        });
    }

    RedisDatabase database() {
        return database;
    }

    void first() {
        if (!marks.mark(CallKeys.fresh())) {
            throw new IllegalStateException("a fresh key was in use");
        }
    }

    void again() {
        if (marks.mark(CallKeys.known())) {
            throw new IllegalStateException("a known key was treated as a new one");
        }
    }

    /** Replaces all marks by those of the initial state. */
    void fill() {
        database.clear();
        for (int i = 0; i < StoredResults.AT_START; i++) {
            marks.mark(CallKeys.known(i));
        }
    }

    @Override
    public void close() {
        connections.destroy();
    }
}
