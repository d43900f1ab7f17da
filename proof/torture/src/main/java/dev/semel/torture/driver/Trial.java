package dev.semel.torture.driver;

import org.jspecify.annotations.Nullable;

/** Keeps the first thing that fails in the rig itself, so that the steps after it are still taken. Not for use by many threads. */
final class Trial {
    private @Nullable Throwable failure;

    /** Part of a run. */
    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }

    void step(Step step) {
        try {
            step.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failed(e);
        } catch (Exception | Error e) {
            failed(e);
        }
    }

    private void failed(Throwable thrown) {
        if (failure == null) {
            failure = thrown;
        } else if (failure != thrown) {
            failure.addSuppressed(thrown);
        }
    }

    boolean hasFailed() {
        return failure != null;
    }

    @Nullable
    Throwable failure() {
        return failure;
    }
}
