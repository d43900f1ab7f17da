package dev.semel.thread;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Runs a task or reports it as refused, never both, even if an executor throws after it has accepted the task. */
public final class OnceOnly {

    private OnceOnly() {}

    /** Passes a task to an executor. If the executor throws and the task will not run, {@code refused} receives what was thrown. */
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
