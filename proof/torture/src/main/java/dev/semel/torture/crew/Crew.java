package dev.semel.torture.crew;

import dev.semel.torture.protocol.WorkerSettings;
import dev.semel.torture.site.DynamoDbSite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The workers of a run. One that has died is followed by another with the next number. Safe for use by many threads. */
public final class Crew implements AutoCloseable {
    private static final int READY_SECONDS = 120;
    private static final long SIGN_OF_LIFE_MILLIS = 2_000;

    /** Five times as long as it takes when as many keys as a sweep puts up with have no answer. */
    private static final Duration SWEEP_AT_LEAST = Duration.ofMinutes(5);

    /** For each key, several times as long as most take. */
    private static final Duration SWEEP_EACH = Duration.ofMillis(5);

    /** A place in the crew, which one worker after the other takes. */
    private final class Seat {
        private final int number;
        private final ReentrantLock lock = new ReentrantLock();
        private volatile @Nullable WorkerProcess worker;
        private int life;

        Seat(int number) {
            this.number = number;
        }

        WorkerProcess fill() {
            if (hasFailed()) {
                failed.set(true);
            }
            if (closed) {
                throw new IllegalStateException("the run has ended");
            }
            life++;
            WorkerProcess next = start(number, life);
            worker = next;
            return next;
        }

        boolean hasFailed() {
            WorkerProcess now = worker;
            return now != null && now.hasEndedUnexpectedly();
        }
    }

    private final Settings settings;
    private final Place place;
    private final long start;
    private final List<Seat> seats = new ArrayList<>();
    private final AtomicBoolean failed = new AtomicBoolean();
    private volatile boolean closed;

    /** Who sends requests to the workers, if those serve them. */
    private volatile @Nullable WorkerProcess clients;

    public Crew(Settings settings, Place place, long start) {
        this.settings = settings;
        this.place = place;
        this.start = start;
        for (int i = 0; i < WorkerSettings.WORKERS; i++) {
            seats.add(new Seat(i));
        }
    }

    /** Starts all and waits until they are ready. */
    public void start() {
        List<WorkerProcess> all = seats.stream().map(Seat::fill).toList();
        if (!all.stream().allMatch(worker -> worker.awaitReady(READY_SECONDS))) {
            throw new IllegalStateException(
                    "a worker did not start; see the files that end in .err in " + settings.out());
        }
        if (settings.role().isService()) {
            int number = Settings.THREADS * WorkerSettings.WORKERS;
            clients = run(caller("clients", settings.seed(), number, null));
        }
    }

    private WorkerProcess start(int seat, int life) {
        return run(new WorkerSettings(
                seat + "-" + life,
                place.tag(),
                place.address(),
                settings.out(),
                settings.seed() * 100 + seat * 17L + life,
                start,
                Settings.THREADS,
                settings.lease(),
                off(seat, DynamoDbSite.SKEW.dividedBy(2)),
                off(seat, settings.clocksAreOffBy()),
                settings.lossPerMille(),
                seat == 3 ? 3 : 8,
                settings.mutant(),
                Duration.ZERO,
                null,
                settings.role()));
    }

    /** Returns by how much the clock of a worker is off: one is behind, and another ahead. */
    private static Duration off(int seat, Duration by) {
        return seat == 1 ? by.negated() : seat == 2 ? by : Duration.ZERO;
    }

    /** Returns how long it may take to call so many keys. */
    public static Duration sweepAtMost(int keys) {
        Duration all = SWEEP_EACH.multipliedBy(keys);
        return all.compareTo(SWEEP_AT_LEAST) > 0 ? all : SWEEP_AT_LEAST;
    }

    /**
     * Calls all these records until each has an answer.
     *
     * @param keys how many there are
     */
    public boolean sweep(String name, Path ids, int keys) throws InterruptedException {
        if (settings.role().isService()) {
            awaitServices();
        }
        WorkerProcess sweeper = run(caller(name, 1, 12, ids));
        boolean ended = sweeper.awaitEnd(sweepAtMost(keys).toMillis());
        boolean complete = ended && Integer.valueOf(0).equals(sweeper.exitCode());
        sweeper.kill();
        sweeper.awaitDeath();
        return complete;
    }

    /** Waits until all services run: one that was just killed may still be starting. */
    private void awaitServices() {
        for (Seat seat : seats) {
            WorkerProcess service = seat.worker;
            if (service == null || !service.awaitReady(READY_SECONDS)) {
                throw new IllegalStateException(
                        "a service did not start; see the files that end in .err in " + settings.out());
            }
        }
    }

    /** Returns a worker that no fault strikes. */
    private WorkerSettings caller(String name, long seed, int threads, @Nullable Path ids) {
        return new WorkerSettings(
                name,
                place.tag(),
                place.address(),
                settings.out(),
                seed,
                start,
                threads,
                settings.lease(),
                Duration.ZERO,
                Duration.ZERO,
                0,
                8,
                settings.mutant(),
                // More than any key may take, so that keys which take too long differ from keys which were given up too
                // early.
                settings.settlesWithin().plusSeconds(5),
                ids,
                settings.role().callers());
    }

    private static WorkerProcess run(WorkerSettings worker) {
        try {
            return WorkerProcess.start(worker);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Does something to one of the workers, exclusively. */
    public void withOne(Random random, Deed deed) throws InterruptedException {
        Seat seat = seats.get(random.nextInt(seats.size()));
        seat.lock.lock();
        try {
            WorkerProcess worker = seat.worker;
            if (worker != null && worker.awaitReady(READY_SECONDS)) {
                deed.accept(worker);
            }
            if (worker == null || !worker.isAlive()) {
                seat.fill();
            }
        } finally {
            seat.lock.unlock();
        }
    }

    /** Something that is done to a worker. */
    @FunctionalInterface
    public interface Deed {
        void accept(WorkerProcess worker) throws InterruptedException;
    }

    /**
     * Checks that no worker has ended unexpectedly.
     *
     * @throws IllegalStateException if so
     */
    public void check() {
        if (failed.get() || isFailed(clients) || seats.stream().anyMatch(Seat::hasFailed)) {
            throw new IllegalStateException(
                    "a worker ended unexpectedly; see the files that end in .err in " + settings.out());
        }
    }

    private static boolean isFailed(@Nullable WorkerProcess process) {
        return process != null && process.hasEndedUnexpectedly();
    }

    /**
     * Stops all processes that make calls, and kills those that do not end. Services stay, to be called once more.
     *
     * @return the names of the processes that gave a sign of life after their time to end, and had not ended: a call in them does not return
     */
    public Set<String> stop(Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        Set<String> stuck = new HashSet<>();
        for (Seat seat : seats) {
            WorkerProcess worker = seat.worker;
            if (worker != null) {
                worker.resume();
            }
        }
        List<@Nullable WorkerProcess> callers = settings.role().isService()
                ? Collections.singletonList(clients)
                : seats.stream().map(seat -> seat.worker).toList();
        for (WorkerProcess worker : callers) {
            if (worker != null) {
                worker.stop();
            }
        }
        for (WorkerProcess worker : callers) {
            if (worker != null) {
                if (!worker.awaitEnd(Math.max(1, (deadline - System.nanoTime()) / 1_000_000)) && isStuck(worker)) {
                    stuck.add(worker.name());
                }
                worker.kill();
                worker.awaitDeath();
            }
        }
        return stuck;
    }

    /** Returns whether a worker is stuck. One that was only slow ends soon after its sign of life. */
    private static boolean isStuck(WorkerProcess worker) throws InterruptedException {
        return worker.isAwake(SIGN_OF_LIFE_MILLIS) && !worker.awaitEnd(SIGN_OF_LIFE_MILLIS);
    }

    @Override
    public void close() {
        closed = true;
        WorkerProcess calling = clients;
        if (calling != null) {
            calling.kill();
            calling.awaitDeath();
        }
        for (Seat seat : seats) {
            WorkerProcess worker = seat.worker;
            if (worker != null) {
                worker.kill();
                worker.awaitDeath();
            }
        }
    }
}
