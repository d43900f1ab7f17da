package dev.semel.torture.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Runs a schedule: one thread for each lane of faults. */
public final class Lanes {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final Faults faults;
    private final long start;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile boolean ended;

    public Lanes(Faults faults, long start) {
        this.faults = faults;
        this.start = start;
    }

    public void begin(List<Schedule.Planned> schedule) {
        for (RigFault.Lane lane : RigFault.Lane.values()) {
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
            long restsUntil = 0;
            for (Schedule.Planned planned : mine) {
                long wait = Math.max(planned.atMillis(), restsUntil) - millis();
                for (; wait > 0 && !ended; wait -= 100) {
                    Thread.sleep(Math.min(100, wait));
                }
                if (ended) {
                    return;
                }
                long began = millis();
                faults.strike(planned);
                restsUntil = restsUntil(planned.fault(), began);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            failure.compareAndSet(null, e);
        }
    }

    /**
     * Returns the time at which the lane strikes again. A server that takes long to come back works for some time before it is struck again; and what lives through
     * a failover is excused for much, so that half of the time has to be without one.
     */
    private long restsUntil(RigFault fault, long began) {
        long now = millis();
        int times = fault.lane() != RigFault.Lane.SERVER ? 0 : takesTheServerAway(fault) ? 4 : 1;
        return now + times * (now - began);
    }

    private static boolean takesTheServerAway(RigFault fault) {
        return fault == RigFault.CRASH_SERVER || fault == RigFault.FREEZE_SERVER;
    }

    private long millis() {
        return (System.nanoTime() - start) / 1_000_000;
    }

    /**
     * Checks that no fault failed.
     *
     * @throws IllegalStateException if so
     */
    public void check() {
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new IllegalStateException("a fault could not be caused: " + thrown, thrown);
        }
    }

    /**
     * Starts no more faults, and waits for those that have begun.
     *
     * @throws IllegalStateException if a fault failed or did not end
     */
    public void end() throws InterruptedException {
        ended = true;
        for (Thread thread : threads) {
            thread.join(PATIENCE.toMillis());
            if (thread.isAlive()) {
                throw new IllegalStateException("a fault did not end: " + thread.getName());
            }
        }
        check();
    }
}
