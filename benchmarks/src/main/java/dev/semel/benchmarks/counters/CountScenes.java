package dev.semel.benchmarks.counters;

import dev.semel.benchmarks.measure.Contender;
import dev.semel.benchmarks.measure.Meter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/** A private server, and the contenders that count on it. */
interface CountScenes extends AutoCloseable {
    String HOT = "one hot subject";
    String COLD = "cold subjects";
    String RAW = "raw increment";
    String SEMEL = "Semel";
    String ALONE = "Semel, not combined";

    /** Returns one of the subjects. */
    static String subject(int number) {
        return "access-key-" + number;
    }

    /** Returns a random subject among the first ones. */
    static String any(int among) {
        return subject(ThreadLocalRandom.current().nextInt(among));
    }

    /** Returns the name of the server in the report. */
    String name();

    /** Returns the version and the settings that affect the figures. */
    String description() throws Exception;

    /** Returns the contenders. The first contender of a scene is the baseline of the others. */
    Map<String, List<Contender>> scenes() throws Exception;

    /** Reads what the server has done so far. */
    Meter.Reading read() throws Exception;

    @Override
    void close();
}
