package dev.semel.jdbc;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What a logger receives, until it is closed. */
final class Logged extends Handler implements AutoCloseable {
    private final Logger logger;
    private final List<LogRecord> records = new CopyOnWriteArrayList<>();

    private Logged(Logger logger) {
        this.logger = logger;
    }

    static Logged from(String name) {
        Logged logged = new Logged(Logger.getLogger(name));
        logged.logger.addHandler(logged);
        return logged;
    }

    /** Returns the exceptions that were logged. */
    List<Throwable> thrown() {
        return records.stream().map(LogRecord::getThrown).toList();
    }

    @Override
    public void publish(LogRecord logged) {
        records.add(logged);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
