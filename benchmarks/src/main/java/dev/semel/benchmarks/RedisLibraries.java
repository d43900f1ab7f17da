package dev.semel.benchmarks;

import java.util.function.Function;
import org.apache.camel.component.redis.processor.idempotent.SpringRedisStringIdempotentRepository;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.integration.redis.metadata.RedisMetadataStore;

/**
 * Libraries that keep a mark for each key that was seen. They keep no answer, so that a duplicate is only told that it is one, and a call
 * costs one write less than with those that keep it.
 */
final class RedisLibraries implements AutoCloseable {
    private static final String MARK = "seen";

    private final RedisPlace place;
    private final LettuceConnectionFactory connections;
    private final Marks marks;

    /** The one method of both that matters here. */
    private interface Marks {
        /** Whether this call was the first to mark the key. */
        boolean mark(String key);
    }

    private RedisLibraries(RedisPlace place, Function<LettuceConnectionFactory, Marks> library) {
        this.place = place;
        this.connections =
                new LettuceConnectionFactory(LettuceConnectionFactory.createRedisConfiguration(place.address()));
        connections.afterPropertiesSet();
        connections.start();
        this.marks = library.apply(connections);
    }

    /** Spring Integration's metadata store, which its idempotent receiver uses. */
    static RedisLibraries springIntegration(RedisSite site) {
        return new RedisLibraries(site.place().ofHash(RedisMetadataStore.KEY), connections -> {
            RedisMetadataStore store = new RedisMetadataStore(connections);
            return key -> store.putIfAbsent(key, MARK) == null;
        });
    }

    /** Camel's repository for its idempotent consumer. */
    static RedisLibraries camel(RedisSite site) {
        return new RedisLibraries(site.place(), connections -> {
            StringRedisTemplate template = new StringRedisTemplate(connections);
            SpringRedisStringIdempotentRepository repository =
                    new SpringRedisStringIdempotentRepository(template, "payments");
            repository.setExpiry(86_400);
            return repository::add;
        });
    }

    RedisPlace place() {
        return place;
    }

    void first() {
        if (!marks.mark(SqlKeys.fresh())) {
            throw new IllegalStateException("a fresh key was not");
        }
    }

    void again() {
        if (marks.mark(SqlKeys.known())) {
            throw new IllegalStateException("a known key was taken for a new one");
        }
    }

    /** Makes the place hold the marks that are asked for again. */
    void fill() {
        place.commands().flushdb();
        for (int i = 0; i < Rows.AT_THE_START; i++) {
            marks.mark(SqlKeys.known(i));
        }
    }

    @Override
    public void close() {
        connections.destroy();
    }
}
