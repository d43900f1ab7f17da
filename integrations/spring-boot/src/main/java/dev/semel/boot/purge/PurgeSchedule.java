package dev.semel.boot.purge;

import dev.semel.boot.SemelProperties;
import dev.semel.boot.WrongSettingException;
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
 * Purges the SQL stores for records and counts while the application runs. Other stores delete expired records
 * automatically. A store for counts that is not in use is not opened for the purge.
 */
public final class PurgeSchedule implements SmartLifecycle {
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

    /** Returns a purger of all SQL stores that are in use, or {@code null} if there are none. */
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

    /** Runs the purge now, on the calling thread, if the schedule has started. */
    public synchronized void runNow() {
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
            throw new WrongSettingException("semel.purge is invalid: " + e.getMessage(), "Correct it.", e);
        }
        LocalTime from = settings.notFrom();
        LocalTime to = settings.notTo();
        if ((from == null) != (to == null)) {
            throw new WrongSettingException("semel.purge has only one of not-from and not-to", "Set both or neither.");
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
