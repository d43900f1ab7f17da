package dev.semel.boot.store;

import dev.semel.boot.SemelProperties;
import dev.semel.boot.StoreAddress;
import dev.semel.boot.WrongSettingException;
import dev.semel.counter.store.CounterStore;
import dev.semel.momento.MomentoStore;
import dev.semel.momento.MomentoStoreBuilder;
import dev.semel.store.Store;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;

/** Opens stores in Momento, by an address only: a client of Momento does not name a cache. */
final class MomentoStores implements StoreModule {

    @Override
    public boolean hasClient(BeanFactory beans) {
        return false;
    }

    @Override
    public Store onClient(BeanFactory beans, SemelProperties settings) {
        throw new IllegalStateException("a client of Momento does not name a cache");
    }

    @Override
    public CounterStore countsOnClient(BeanFactory beans, SemelProperties settings) {
        throw new IllegalStateException("a client of Momento does not name a cache");
    }

    @Override
    public OpenStore at(StoreAddress address, SemelProperties settings) {
        MomentoStoreBuilder builder;
        try {
            builder = MomentoStore.builder(address.text());
        } catch (IllegalArgumentException e) {
            throw new WrongSettingException("semel.store is not usable", "Correct it: " + e.getMessage() + ".", e);
        }
        return OpenStore.of(builder.keyPrefix(settings.keyPrefix())
                .timeout(settings.storeTimeout())
                .build());
    }

    @Override
    public CounterStore countsAt(StoreAddress address, SemelProperties settings, @Nullable OpenStore records) {
        throw new WrongSettingException(
                "semel.store names a cache of Momento, which keeps no counts",
                "Momento deletes every item after a day, and a count must outlive its window. Define a bean of the type"
                        + " dev.semel.counter.store.CounterStore, such as a JdbcCounterStore, or remove the quotas.");
    }
}
