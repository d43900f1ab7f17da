package dev.semel.boot;

import dev.semel.counter.store.CounterStore;
import dev.semel.jdbc.counter.JdbcCounterStore;
import dev.semel.store.StoreException;
import java.time.Instant;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Deletes counts and keys whose time is over while the application runs, by the settings for the purge of records. Of SQL stores that are open: others see to
 * that by themselves, and a store that nobody has asked for is not opened for this.
 */
final class CountPurge implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger("dev.semel.boot");

    private final ConfigurableListableBeanFactory beans;
    private final SemelProperties.Purge settings;
    private @Nullable ScheduledExecutorService running;

    CountPurge(ConfigurableListableBeanFactory beans, SemelProperties.Purge settings) {
        this.beans = beans;
        this.settings = settings;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // what goes wrong is said in the log
    public synchronized void start() {
        List<CounterStore> open = open();
        if (running == null && !open.isEmpty()) {
            running = Executors.newSingleThreadScheduledExecutor(task -> {
                Thread thread = new Thread(task, "semel-count-purge");
                thread.setDaemon(true);
                return thread;
            });
            long every = settings.every().toMillis();
            running.scheduleWithFixedDelay(() -> open.forEach(this::purge), every, every, TimeUnit.MILLISECONDS);
        }
    }

    private List<CounterStore> open() {
        List<CounterStore> open = new ArrayList<>();
        for (String name : beans.getBeanNamesForType(CounterStore.class, true, false)) {
            if (beans.containsSingleton(name) && beans.getSingleton(name) instanceof JdbcCounterStore sql) {
                open.add(sql);
            }
        }
        return open;
    }

    /** One run; whatever is left is for the next. */
    void purge(CounterStore store) {
        long deadline = System.nanoTime() + settings.atMost().toNanos();
        try {
            while (!isOff() && store.purge(Instant.now(), settings.batch()) == settings.batch()) {
                if (System.nanoTime() - deadline > 0) {
                    return;
                }
                Thread.sleep(settings.pause().toMillis());
            }
        } catch (StoreException e) {
            LOG.warn("Counts whose time is over could not be deleted; the next run tries again.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isOff() {
        LocalTime from = settings.notFrom();
        LocalTime to = settings.notTo();
        if (from == null || to == null) {
            return false;
        }
        LocalTime now = LocalTime.now(settings.zone());
        boolean overMidnight = from.isAfter(to);
        return overMidnight ? !now.isBefore(from) || now.isBefore(to) : !now.isBefore(from) && now.isBefore(to);
    }

    @Override
    public synchronized void stop() {
        if (running != null) {
            running.shutdownNow();
            awaitEnd(running);
            running = null;
        }
    }

    /** The store is closed after this. */
    private static void awaitEnd(ScheduledExecutorService ending) {
        try {
            if (!ending.awaitTermination(10, TimeUnit.SECONDS)) {
                LOG.info("A purge of counts is still running; it ends with its batch.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return running != null;
    }
}
