package dev.semel.benchmarks.report;

import java.util.Locale;

/** A figure that suites measure. Tables show their columns in this order. */
public enum Figure {
    NANOS_PER_CALL("nanosPerCall", "ns/call", 1, 1, "nanoseconds per call as one thread sees it; median round"),
    DEVIATION("deviation", "±", 1, 1, "standard deviation between rounds"),
    CALLS_PER_SECOND("callsPerSecond", "calls/s", 1, 0, "throughput of all threads together"),
    RATIO("ratio", "ratio", 1, 2, "throughput as a multiple of the first row's; median of the ratios of all rounds"),
    COST_RATIO("costRatio", "cost", 1, 2, "cost as a multiple of the baseline's with the same number of threads"),
    P50("p50Micros", "p50", 1e-3, 3, "median time of a call in milliseconds"),
    P99("p99Micros", "p99", 1e-3, 3, "99th percentile of the time of a call in milliseconds"),
    COMMITS("commits", "commits", 1, 3, "transactions that wrote, per call"),
    LOG_BYTES(
            "logBytes",
            "log",
            1,
            0,
            "log bytes per call: PostgreSQL's write-ahead log, InnoDB's redo log, everything SQLite wrote"),
    SERVER_MICROS("serverMicros", "server", 1, 1, "CPU time of the server per call in microseconds"),
    CLIENT_MICROS("clientMicros", "client", 1, 1, "CPU time of this process per call in microseconds"),
    REQUESTS("requests", "requests", 1, 2, "requests sent per call"),
    UNITS("units", "units", 1, 2, "write and read units charged per call, including refused conditions"),
    CPU_MICROS("cpuMicros", "CPU", 1, 0, "CPU time of the calling thread per call in microseconds"),
    CPU_RATIO(
            "cpuRatio",
            "CPU ratio",
            1,
            2,
            "CPU time as a multiple of the first row's; median of the ratios of all rounds");

    private final String key;
    private final String heading;
    private final double scale;
    private final int decimals;
    private final String meaning;

    Figure(String key, String heading, double scale, int decimals, String meaning) {
        this.key = key;
        this.heading = heading;
        this.scale = scale;
        this.decimals = decimals;
        this.meaning = meaning;
    }

    /** Returns its name in JSON. */
    String key() {
        return key;
    }

    /** Returns the heading of its column. */
    String heading() {
        return heading;
    }

    /** Returns its explanation in the legend. */
    String meaning() {
        return meaning;
    }

    /** Returns a value as tables and charts show it: a dash if it was not measured. */
    String shown(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%,." + decimals + "f", scale * value) : "-";
    }
}
