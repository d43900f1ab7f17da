package dev.semel.boot.store;

import dev.semel.boot.SemelProperties;
import dev.semel.boot.StoreAddress;
import dev.semel.counter.store.CounterStore;
import dev.semel.redis.RedisStore;
import dev.semel.redis.counter.RedisCounterStore;
import dev.semel.store.Store;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;

/** Opens stores in Redis. */
final class RedisStores implements StoreModule {

    @Override
    public boolean hasClient(BeanFactory beans) {
        return LettuceClients.isPresent(beans);
    }

    @Override
    public Store onClient(BeanFactory beans, SemelProperties settings) {
        return records(LettuceClients.use(beans, RedisStore::builder, RedisStore::builder), settings);
    }

    @Override
    public CounterStore countsOnClient(BeanFactory beans, SemelProperties settings) {
        return counts(LettuceClients.use(beans, RedisCounterStore::builder, RedisCounterStore::builder), settings);
    }

    @Override
    public OpenStore at(StoreAddress address, SemelProperties settings) {
        return OpenStore.of(records(RedisStore.builder(address.text()), settings));
    }

    @Override
    public CounterStore countsAt(StoreAddress address, SemelProperties settings, @Nullable OpenStore records) {
        return counts(RedisCounterStore.builder(address.text()), settings);
    }

    private static Store records(RedisStore.Builder builder, SemelProperties settings) {
        return builder.prefix(settings.keyPrefix())
                .timeout(settings.storeTimeout())
                .build();
    }

    private static CounterStore counts(RedisCounterStore.Builder builder, SemelProperties settings) {
        return builder.prefix(settings.keyPrefix() + "count:").build();
    }
}
