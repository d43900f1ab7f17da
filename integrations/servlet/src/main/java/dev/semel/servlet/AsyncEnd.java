package dev.semel.servlet;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;

/** Runs a task when an asynchronous request ends, and another before that if the container gives it up: it takes too long, or fails. */
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
        // Whoever starts it anew listens anew.
    }
}
