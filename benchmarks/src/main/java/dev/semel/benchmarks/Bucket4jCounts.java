package dev.semel.benchmarks;

import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.BucketProxy;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Bucket4j on Redis, with buckets so large that nobody is refused and so slow that nothing flows back: what it then does is count. */
final class Bucket4jCounts {
    private static final long CAPACITY = 1_000_000_000;
    private static final Duration FOR_EVER = Duration.ofDays(3650);

    private final RedisPlace place;
    private final ProxyManager<String> buckets;
    private final BucketConfiguration large = BucketConfiguration.builder()
            .addLimit(limit -> limit.capacity(CAPACITY).refillIntervally(CAPACITY, FOR_EVER))
            .build();

    Bucket4jCounts(RedisPlace place) {
        this.place = place;
        this.buckets = Bucket4jLettuce.casBasedBuilder(place.connection())
                .expirationAfterWrite(ExpirationAfterWriteStrategy.fixedTimeToLive(Duration.ofDays(32)))
                .build();
    }

    CountContender contender(int among) {
        return new CountContender("Bucket4j", place.commands()::flushdb, () -> take(among), this::taken);
    }

    private void take(int among) {
        String subject = "access-key-" + ThreadLocalRandom.current().nextInt(among);
        if (!bucket(subject).tryConsumeAndReturnRemaining(1).isConsumed()) {
            throw new IllegalStateException("a bucket that is large enough was empty");
        }
    }

    private BucketProxy bucket(String subject) {
        return buckets.getProxy(subject, () -> large);
    }

    private long taken() {
        return place.commands().keys("*").stream()
                .mapToLong(subject -> CAPACITY - bucket(subject).getAvailableTokens())
                .sum();
    }
}
