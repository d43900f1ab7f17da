package dev.semel.servlet.run;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;

/** Runs a task when an asynchronous request ends, and another one before that if it times out or fails. */
record AsyncEnd(Runnable atEnd, Runnable atGivingUp) implements AsyncListener {

    static AsyncEnd then(Runnable atEnd) {
        return new AsyncEnd(atEnd, () -> {});
    }

    @Override
    public void onComplete(AsyncEvent event) {
        atEnd.run();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        atGivingUp.run();
    }

    @Override
    public void onError(AsyncEvent event) {
        atGivingUp.run();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // The code that restarts the request adds a listener again.
    }
}
