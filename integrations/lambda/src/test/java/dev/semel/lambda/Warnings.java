package dev.semel.lambda;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the module logs, by way of java.util.logging. */
final class Warnings extends Handler implements AutoCloseable {
    // Held here: the logging framework forgets loggers that nobody holds.
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
