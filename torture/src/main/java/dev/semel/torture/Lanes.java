package dev.semel.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Runs a schedule: one thread for each lane of faults. */
final class Lanes {
    private final Faults faults;
    private final long start;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile boolean ended;

    Lanes(Faults faults, long start) {
        this.faults = faults;
        this.start = start;
    }

    void begin(List<Schedule.Planned> schedule) {
        for (Fault.Lane lane : Fault.Lane.values()) {
            List<Schedule.Planned> mine = schedule.stream()
                    .filter(planned -> planned.fault().lane() == lane)
                    .toList();
            Thread thread = new Thread(() -> follow(mine), "lane-" + lane);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    private void follow(List<Schedule.Planned> mine) {
        try {
            for (Schedule.Planned planned : mine) {
                long wait = planned.atMillis() - (System.nanoTime() - start) / 1_000_000;
                for (; wait > 0 && !ended; wait -= 100) {
                    Thread.sleep(Math.min(100, wait));
                }
                if (ended) {
                    return;
                }
                faults.strike(planned);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            failure.compareAndSet(null, e);
        }
    }

    /** What went wrong in the rig itself. */
    @Nullable
    Throwable failure() {
        return failure.get();
    }

    /** Starts no more faults, and waits for those that have begun. */
    void end() throws InterruptedException {
        ended = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
