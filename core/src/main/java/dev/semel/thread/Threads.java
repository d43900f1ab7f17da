package dev.semel.thread;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Creates threads and pools that never keep a JVM alive, and whose threads end when they are idle. */
public final class Threads {

    private Threads() {}

    /** Returns a factory of daemon threads, which are named {@code name-1}, {@code name-2} and so on. */
    public static ThreadFactory daemons(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Returns a pool of at most {@code size} threads with an unbounded queue. Idle threads end after 10 seconds. */
    public static ThreadPoolExecutor pool(String name, int size) {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(size, size, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), daemons(name));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /**
     * Returns a pool that uses an idle thread if it has one, and otherwise starts one. Tasks are queued only when there
     * are {@code most} threads.
     */
    public static ThreadPoolExecutor growing(String name, int most) {
        OnlyToTheIdle queue = new OnlyToTheIdle();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, most, 10, TimeUnit.SECONDS, queue, daemons(name));
        pool.allowCoreThreadTimeOut(true);
        pool.setRejectedExecutionHandler((task, full) -> {
            queue.put(task);
            full.prestartCoreThread(); // all threads may have ended in between
        });
        return pool;
    }

    /** Refuses an offered task unless a thread waits for one, which makes the pool start a thread. */
    private static final class OnlyToTheIdle extends LinkedTransferQueue<Runnable> {
        private static final long serialVersionUID = 1;

        @Override
        public boolean offer(Runnable task) {
            return tryTransfer(task);
        }
    }
}
