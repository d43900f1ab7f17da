package dev.semel.torture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The workers of a run. One that has died is followed by another with the next number. Safe for use by many threads. */
final class Crew implements AutoCloseable {
    private static final int READY_SECONDS = 120;

    /** One place in the crew. */
    private final class Seat {
        private final int number;
        private final ReentrantLock lock = new ReentrantLock();
        private @Nullable WorkerProcess worker;
        private int life;

        Seat(int number) {
            this.number = number;
        }

        WorkerProcess fill() {
            life++;
            worker = start(number, life);
            return worker;
        }
    }

    private final Settings settings;
    private final String address;
    private final long start;
    private final List<Seat> seats = new ArrayList<>();

    Crew(Settings settings, String address, long start) {
        this.settings = settings;
        this.address = address;
        this.start = start;
        for (int i = 0; i < Settings.WORKERS; i++) {
            seats.add(new Seat(i));
        }
    }

    /** Starts all and waits until they are ready. */
    void start() {
        List<WorkerProcess> all = seats.stream().map(Seat::fill).toList();
        if (!all.stream().allMatch(worker -> worker.awaitReady(READY_SECONDS))) {
            throw new IllegalStateException(
                    "a worker did not start; see the files that end in .err in " + settings.out());
        }
    }

    private WorkerProcess start(int seat, int life) {
        return run(new WorkerSettings(
                seat + "-" + life,
                address,
                settings.out(),
                settings.seed() * 100 + seat * 17L + life,
                start,
                Settings.THREADS,
                settings.lease(),
                offset(seat),
                settings.lossPerMille(),
                seat == 3 ? 3 : 8,
                settings.mutant(),
                null));
    }

    /** Clocks that are off: by half of what DynamoDB's store allows for in either direction. */
    private static Duration offset(int seat) {
        long half = DynamoDbSite.SKEW.toMillis() / 2;
        return Duration.ofMillis(seat == 1 ? -half : seat == 2 ? half : 0);
    }

    /** Calls all these records until each has an answer. */
    boolean sweep(String name, Path ids) throws InterruptedException {
        WorkerProcess sweeper = run(new WorkerSettings(
                name,
                address,
                settings.out(),
                1,
                start,
                12,
                settings.lease(),
                Duration.ZERO,
                0,
                8,
                settings.mutant(),
                ids));
        boolean ended = sweeper.awaitEnd(Duration.ofMinutes(5).toMillis());
        sweeper.kill();
        return ended && Integer.valueOf(0).equals(sweeper.exitCode());
    }

    private static WorkerProcess run(WorkerSettings worker) {
        try {
            return WorkerProcess.start(worker);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Does something to one of the workers; nobody else does at the same time. */
    void withOne(Random random, Deed deed) throws InterruptedException {
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
    interface Deed {
        void accept(WorkerProcess worker) throws InterruptedException;
    }

    /** Exit codes of workers that ended by themselves, which they never should; empty if none has. */
    List<Integer> ended() {
        List<Integer> codes = new ArrayList<>();
        for (Seat seat : seats) {
            WorkerProcess worker = seat.worker;
            Integer code = worker == null ? null : worker.exitCode();
            if (code != null && (code == 1 || code == 2)) {
                codes.add(code);
            }
        }
        return codes;
    }

    /** Lets all come to their end. */
    void stop(Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        for (Seat seat : seats) {
            WorkerProcess worker = seat.worker;
            if (worker != null) {
                worker.resume();
                worker.stop();
            }
        }
        for (Seat seat : seats) {
            WorkerProcess worker = seat.worker;
            if (worker != null) {
                worker.awaitEnd(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
                worker.kill();
            }
        }
    }

    @Override
    public void close() {
        seats.forEach(seat -> {
            if (seat.worker != null) {
                seat.worker.kill();
            }
        });
    }
}
