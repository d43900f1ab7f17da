package dev.semel.thread;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A task that is either run or refused: an executor that throws after it has taken a task can't make it both. */
public final class OnceOnly {

    private OnceOnly() {}

    /** Hands a task to an executor; {@code refused} is told whatever the executor throws, if the task will not run. */
    public static void execute(Executor executor, Runnable task, Consumer<Throwable> refused) {
        AtomicBoolean decided = new AtomicBoolean();
        try {
            executor.execute(() -> {
                if (decided.compareAndSet(false, true)) {
                    task.run();
                }
            });
        } catch (Throwable thrown) {
            if (decided.compareAndSet(false, true)) {
                refused.accept(thrown);
            }
        }
    }
}
