package dev.semel.benchmarks.counters;

import dev.semel.benchmarks.servers.RedisDatabase;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.BucketProxy;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import java.time.Duration;

/** Bucket4j on Redis. Its buckets never run empty and are never refilled, so that it does nothing but count. */
final class Bucket4jCounts {
    private static final long CAPACITY = 1_000_000_000;
    private static final Duration NEVER = Duration.ofDays(3650);

    private final RedisDatabase database;
    private final ProxyManager<String> buckets;
    private final BucketConfiguration large = BucketConfiguration.builder()
            .addLimit(limit -> limit.capacity(CAPACITY).refillIntervally(CAPACITY, NEVER))
            .build();

    Bucket4jCounts(RedisDatabase database) {
        this.database = database;
        this.buckets = Bucket4jLettuce.casBasedBuilder(database.connection())
                .expirationAfterWrite(ExpirationAfterWriteStrategy.fixedTimeToLive(Duration.ofDays(32)))
                .build();
    }

    void take(String subject) {
        if (!bucket(subject).tryConsumeAndReturnRemaining(1).isConsumed()) {
            throw new IllegalStateException("a bucket of " + CAPACITY + " tokens was empty");
        }
    }

    private BucketProxy bucket(String subject) {
        return buckets.getProxy(subject, () -> large);
    }

    /** Returns how many tokens were taken from all buckets. */
    long taken() {
        return database.commands().keys("*").stream()
                .mapToLong(subject -> CAPACITY - bucket(subject).getAvailableTokens())
                .sum();
    }
}
