package dev.semel.boot.purge;

import dev.semel.boot.SemelProperties;
import dev.semel.boot.WrongSettingException;
import dev.semel.boot.overview.Overview;
import dev.semel.boot.overview.Purging;
import dev.semel.counter.store.CounterStore;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.PurgeEvent;
import dev.semel.jdbc.Purgeable;
import dev.semel.jdbc.Purger;
import dev.semel.jdbc.RoutedStore;
import dev.semel.jdbc.counter.JdbcCounterStore;
import dev.semel.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.context.SmartLifecycle;

/**
 * Purges the SQL stores for records and counts while the application runs. Other stores delete expired records
 * automatically. A store for counts that is not in use is not opened for the purge.
 */
public final class PurgeSchedule implements SmartLifecycle, Purging {
    private final Store store;
    private final ConfigurableListableBeanFactory beans;
    private final SemelProperties.Purge settings;
    private final @Nullable PurgeListener listener;
    private final Map<Purgeable, Map<String, Object>> lastRuns = new ConcurrentHashMap<>();
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
            listener.onStart();
        }
        return purger.listener(this::ran);
    }

    private void ran(PurgeEvent event) {
        remember(event);
        if (listener != null) {
            listener.on(event);
        }
    }

    private void remember(PurgeEvent event) {
        Map<String, Object> run = new LinkedHashMap<>();
        run.put("store", Overview.describe(event.store()));
        run.put("at", Instant.now().toString());
        if (event instanceof PurgeEvent.Ran ran) {
            run.put("removed", ran.removed());
            run.put("took", ran.took().toString());
            run.put("overdue", ran.overdue());
        } else if (event instanceof PurgeEvent.Failed failed) {
            run.put("removed", failed.removed());
            run.put("failure", String.valueOf(failed.failure().getMessage()));
        } else {
            return;
        }
        lastRuns.put(event.store(), run);
    }

    @Override
    public synchronized Map<String, Object> describe() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("running", running != null);
        if (running != null) {
            facts.put("every", DurationStyle.SIMPLE.print(settings.every(), unit(settings.every())));
            facts.put("lastRuns", List.copyOf(lastRuns.values()));
        }
        return facts;
    }

    /** Returns the largest unit that a duration is a multiple of. */
    private static ChronoUnit unit(Duration duration) {
        return Stream.of(ChronoUnit.HOURS, ChronoUnit.MINUTES, ChronoUnit.SECONDS)
                .filter(unit -> duration.toMillis() % unit.getDuration().toMillis() == 0)
                .findFirst()
                .orElse(ChronoUnit.MILLIS);
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
