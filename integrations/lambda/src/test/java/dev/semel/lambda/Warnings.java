package dev.semel.lambda;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Collects what the module logs through java.util.logging. */
final class Warnings extends Handler implements AutoCloseable {
    // A strong reference, since java.util.logging drops loggers without one.
    private final Logger logger = Logger.getLogger("dev.semel.lambda");
    private final List<LogRecord> records = new CopyOnWriteArrayList<>();

    Warnings() {
        logger.addHandler(this);
        logger.setUseParentHandlers(false);
    }

    List<LogRecord> all() {
        return records.stream()
                .filter(each -> each.getLevel().equals(Level.WARNING))
                .toList();
    }

    @Override
    public void publish(LogRecord record) {
        records.add(record);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setUseParentHandlers(true);
    }
}
