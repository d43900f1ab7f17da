package dev.semel.engine;

import java.util.concurrent.Executor;

/** Runs what the thread that made a call hands in on that thread, and anything else elsewhere. */
record CallingThread(Thread caller, Executor elsewhere) implements Executor {

    @Override
    public void execute(Runnable step) {
        if (Thread.currentThread() == caller) {
            step.run();
        } else {
            elsewhere.execute(step);
        }
    }
}
