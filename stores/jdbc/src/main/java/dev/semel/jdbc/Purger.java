package dev.semel.jdbc;

import dev.semel.SemelException;
import dev.semel.StoreException;
import dev.semel.store.Causes;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Deletes rows past their retention in the background, in batches with pauses in between, so that it does not disturb other work. It may
 * run on every node: each skips the rows that another has locked. Deleting is housekeeping, since a record past its retention already
 * counts as absent.
 */
public final class Purger implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.semel.jdbc");
    private static final long COUNT_UP_TO = 100_000;

    private final Builder settings;
    private final ScheduledExecutorService thread;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private volatile @Nullable Thread worker;

    private Purger(Builder settings) {
        this.settings = settings;
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread daemon = new Thread(task, "semel-purge");
            daemon.setDaemon(true);
            worker = daemon;
            return daemon;
        });
    }

    /** Returns a builder for a purger of a store for records or counts. */
    public static Builder builder(Purgeable store) {
        return new Builder().and(store);
    }

    /** Returns a builder for a purger of the databases that a store has open when a run begins, one after the other. */
    public static Builder builder(RoutedStore<?> store) {
        return new Builder().and(Objects.requireNonNull(store, "store")::opened);
    }

    private void start() {
        long every = settings.every.toMillis();
        // Nodes that start together should not purge together.
        long first = ThreadLocalRandom.current().nextLong(every) + 1;
        var unused = thread.scheduleWithFixedDelay(this::runOnSchedule, first, every, TimeUnit.MILLISECONDS);
    }

    private void runOnSchedule() {
        if (settings.mayRunAt(LocalTime.now(settings.zone))) {
            runNow();
        }
    }

    /** Purges on the calling thread, even in peak hours, until nothing is left, the time of a run has passed, or it is stopped. */
    public void runNow() {
        for (Supplier<List<? extends Purgeable>> stores : settings.stores) {
            for (Purgeable store : stores.get()) {
                if (!isStopped()) {
                    purge(store);
                }
            }
        }
    }

    private boolean isStopped() {
        return stopping.getCount() == 0;
    }

    private void purge(Purgeable store) {
        long startedAt = System.nanoTime();
        long removed = 0;
        try {
            int batch;
            do {
                batch = store.purge(settings.batch);
                removed += batch;
            } while (batch == settings.batch && goOn(startedAt) && pause());
            report(new PurgeEvent.Ran(store, removed, since(startedAt), store.overdue(COUNT_UP_TO)));
            if (settings.warnAbove > 0 && store.size(settings.warnAbove + 1) > settings.warnAbove) {
                report(new PurgeEvent.TooLarge(store, settings.warnAbove));
            }
        } catch (SemelException e) {
            report(new PurgeEvent.Failed(store, removed, e));
        } catch (RuntimeException e) {
            // An exception that leaves a scheduled task would end its schedule.
            report(new PurgeEvent.Failed(
                    store, removed, new StoreException("the purge failed unexpectedly: " + Causes.of(e), e)));
        }
    }

    private boolean goOn(long startedAt) {
        return !isStopped() && since(startedAt).compareTo(settings.atMost) < 0;
    }

    private boolean pause() {
        try {
            return !stopping.await(settings.pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static Duration since(long startedAt) {
        return Duration.ofNanos(System.nanoTime() - startedAt);
    }

    private void report(PurgeEvent event) {
        boolean bad = !(event instanceof PurgeEvent.Ran);
        LOG.log(bad ? Level.WARNING : Level.DEBUG, () -> "purge: " + event);
        Consumer<PurgeEvent> listener = settings.listener;
        if (listener == null) {
            return;
        }
        try {
            listener.accept(event);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "the listener of the purge failed; the purge goes on", e);
        }
    }

    /** Stops after the running batch, for which it waits at most 10 seconds. May be called twice. */
    @Override
    public void close() {
        stopping.countDown();
        thread.shutdown();
        try {
            boolean byListener = Thread.currentThread() == worker;
            if (!byListener && !thread.awaitTermination(10, TimeUnit.SECONDS)) {
                LOG.log(Level.INFO, "a purge is still running; it ends after the current batch");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A builder for a {@link Purger}. */
    public static final class Builder {
        private final List<Supplier<List<? extends Purgeable>>> stores = new ArrayList<>();
        private Duration every = Duration.ofMinutes(10);
        private Duration atMost = Duration.ofMinutes(5);
        private Duration pause = Duration.ofMillis(100);
        private int batch = 1_000;
        private long warnAbove;
        private @Nullable LocalTime peakFrom;
        private @Nullable LocalTime peakTo;
        private ZoneId zone = ZoneId.of("UTC");
        private @Nullable Consumer<PurgeEvent> listener;

        private Builder() {}

        /** Adds another store to purge, such as one for counts. Stores are purged one after the other, in this order. */
        public Builder and(Purgeable store) {
            List<Purgeable> only = List.of(store);
            return and(() -> only);
        }

        private Builder and(Supplier<List<? extends Purgeable>> more) {
            stores.add(more);
            return this;
        }

        /** Sets the time between the end of a run and the next one. Defaults to 10 minutes. */
        public Builder every(Duration choice) {
            every = positive("every", choice);
            return this;
        }

        /** Sets the time after which a run ends and leaves the rest to the next one. Defaults to 5 minutes. */
        public Builder atMost(Duration choice) {
            atMost = positive("atMost", choice);
            return this;
        }

        /** Sets the number of rows that one transaction deletes. Defaults to 1,000. */
        public Builder batch(int rows) {
            if (rows < 1 || rows > 10_000) {
                throw new IllegalArgumentException("batch is " + rows + "; must be between 1 and 10000");
            }
            batch = rows;
            return this;
        }

        /** Sets the pause between two batches. Defaults to 100 ms. */
        public Builder pause(Duration choice) {
            pause = positive("pause", choice);
            return this;
        }

        /** Sets peak hours, in which no run begins; {@code to} may be on the next day. None by default. */
        public Builder notBetween(LocalTime from, LocalTime to, ZoneId in) {
            peakFrom = Objects.requireNonNull(from, "from");
            peakTo = Objects.requireNonNull(to, "to");
            zone = Objects.requireNonNull(in, "in");
            return this;
        }

        /**
         * Sets a size of the table beyond which each run reports {@link PurgeEvent.TooLarge}. Off by default. Counting reads as many index
         * entries.
         */
        public Builder warnAbove(long rows) {
            warnAbove = rows;
            return this;
        }

        /** Sets a listener that is notified after each run, on the purging thread. None by default. */
        public Builder listener(Consumer<PurgeEvent> choice) {
            listener = Objects.requireNonNull(choice, "listener");
            return this;
        }

        boolean mayRunAt(LocalTime time) {
            LocalTime from = peakFrom;
            LocalTime to = peakTo;
            if (from == null || to == null) {
                return true;
            }
            boolean afterFrom = !time.isBefore(from);
            boolean beforeTo = time.isBefore(to);
            return !(from.isBefore(to) ? afterFrom && beforeTo : afterFrom || beforeTo);
        }

        private static Duration positive(String what, Duration choice) {
            if (choice.toMillis() < 1) {
                throw new IllegalArgumentException(what + " is " + choice + "; must be at least 1 ms");
            }
            return choice;
        }

        /** Creates the purger without a schedule, for {@link Purger#runNow()}. */
        public Purger build() {
            return new Purger(this);
        }

        /** Creates the purger and starts its schedule, on a dedicated daemon thread. */
        public Purger start() {
            Purger purger = build();
            purger.start();
            return purger;
        }
    }
}
