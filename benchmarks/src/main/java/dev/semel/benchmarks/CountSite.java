package dev.semel.benchmarks;

import java.util.List;
import java.util.Map;

/** A private server on which counts are kept in several ways. */
interface CountSite extends AutoCloseable {
    String HOT = "one hot subject";
    String COLD = "cold subjects";
    String RAW = "raw increment";
    String SEMEL = "Semel";

    static CountSite start(String part, int subjects) throws Exception {
        return part.equals("redis") ? new RedisCounts(subjects) : new SqlCounts(subjects);
    }

    /** How people call it. */
    String name();

    /** Version and settings that the figures depend on. */
    String description() throws Exception;

    /** What is compared; the first contender of a scene is the one that the others are compared with. */
    Map<String, List<CountContender>> scenes() throws Exception;

    /** What it has done so far. */
    Meter.Reading read() throws Exception;

    @Override
    void close();
}
