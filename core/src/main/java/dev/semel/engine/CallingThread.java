package dev.semel.engine;

import java.util.concurrent.Executor;

/** Runs tasks inline when submitted from the calling thread, and on the other executor otherwise. */
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
