package dev.semel.spring;

import dev.semel.memory.MemoryStore;
import dev.semel.store.Store;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import reactor.core.scheduler.Schedulers;

/** A store in memory that notes on which threads it is asked. */
final class WatchedStore {
    final List<String> calls = new CopyOnWriteArrayList<>();
    final List<String> onEventLoops = new CopyOnWriteArrayList<>();
    private final Store memory = MemoryStore.create();

    Store store() {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, args) -> {
                    calls.add(method.getName());
                    if (Schedulers.isInNonBlockingThread()) {
                        onEventLoops.add(method.getName() + " on "
                                + Thread.currentThread().getName());
                    }
                    try {
                        return method.invoke(memory, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
