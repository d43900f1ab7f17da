package dev.semel.boot;

import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.Purger;
import dev.semel.jdbc.RoutedStore;
import dev.semel.store.Store;
import java.time.LocalTime;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/** Purges a SQL store while the application runs. Other stores see to that by themselves, so for them it does nothing. */
final class PurgeSchedule implements SmartLifecycle {
    private final Store store;
    private final SemelProperties.Purge settings;
    private final @Nullable PurgeListener listener;
    private @Nullable Purger running;

    PurgeSchedule(Store store, SemelProperties.Purge settings, @Nullable PurgeListener listener) {
        this.store = store;
        this.settings = settings;
        this.listener = listener;
    }

    @Override
    public synchronized void start() {
        if (running != null) {
            return;
        }
        if (store instanceof JdbcStore sql) {
            running = configured(Purger.of(sql)).start();
        } else if (store instanceof RoutedStore<?> routed) {
            running = configured(Purger.of(routed)).start();
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
