package dev.semel.boot;

import dev.semel.counter.store.CounterStore;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.Purger;
import dev.semel.jdbc.RoutedStore;
import dev.semel.jdbc.counter.JdbcCounterStore;
import dev.semel.store.Store;
import java.time.LocalTime;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Purges the SQL stores of records and counts while the application runs. Other stores see to that by themselves, and a store for counts that
 * nothing has asked for is not opened for this.
 */
final class PurgeSchedule implements SmartLifecycle {
    private final Store store;
    private final ConfigurableListableBeanFactory beans;
    private final SemelProperties.Purge settings;
    private final @Nullable PurgeListener listener;
    private @Nullable Purger running;

    PurgeSchedule(
            Store store,
            ConfigurableListableBeanFactory beans,
            SemelProperties.Purge settings,
            @Nullable PurgeListener listener) {
        this.store = store;
        this.beans = beans;
        this.settings = settings;
        this.listener = listener;
    }

    @Override
    public synchronized void start() {
        Purger.Builder purger = running == null ? purger() : null;
        if (purger != null) {
            running = configured(purger).start();
        }
    }

    /** Returns {@code null} if there is nothing to purge. */
    private Purger.@Nullable Builder purger() {
        Purger.Builder all = store instanceof JdbcStore sql
                ? Purger.builder(sql)
                : store instanceof RoutedStore<?> routed ? Purger.builder(routed) : null;
        for (String name : beans.getBeanNamesForType(CounterStore.class, true, false)) {
            if (beans.getSingleton(name) instanceof JdbcCounterStore counts) {
                all = all == null ? Purger.builder(counts) : all.and(counts);
            }
        }
        return all;
    }

    /** Runs on the calling thread, if it was started. */
    synchronized void runNow() {
        if (running != null) {
            running.runNow();
        }
    }

    private Purger.Builder configured(Purger.Builder purger) {
        try {
            purger.every(settings.every())
                    .atMost(settings.atMost())
                    .pause(settings.pause())
                    .batch(settings.batch())
                    .warnAbove(settings.warnAbove());
        } catch (IllegalArgumentException e) {
            throw new WrongSettingException("semel.purge can't be used: " + e.getMessage(), "Correct it.", e);
        }
        LocalTime from = settings.notFrom();
        LocalTime to = settings.notTo();
        if ((from == null) != (to == null)) {
            throw new WrongSettingException(
                    "semel.purge has only one of not-from and not-to", "Set both of them, or none.");
        }
        if (from != null && to != null) {
            purger.notBetween(from, to, settings.zone());
        }
        if (listener != null) {
            purger.listener(listener::on);
        }
        return purger;
    }

    @Override
    public synchronized void stop() {
        if (running != null) {
            running.close();
            running = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return running != null;
    }
}
