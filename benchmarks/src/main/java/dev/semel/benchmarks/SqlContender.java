package dev.semel.benchmarks;

import java.util.List;

/**
 * A way to do something in SQL.
 *
 * @param name how it is called in the report
 * @param rows the tables it works on
 * @param adds whether each call adds a row to each of them
 * @param step what a call does
 */
record SqlContender(String name, List<Rows> rows, boolean adds, Step step) implements Contender {

    /** What a call does. */
    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }

    SqlContender {
        rows = List.copyOf(rows);
    }

    /** One that adds a row with each call. */
    static SqlContender adding(String name, Step step, Rows... rows) {
        return new SqlContender(name, List.of(rows), true, step);
    }

    /** One that changes nothing. */
    static SqlContender reading(String name, Step step, Rows... rows) {
        return new SqlContender(name, List.of(rows), false, step);
    }

    @Override
    public void prepare() throws Exception {
        if (adds) {
            for (Rows each : rows) {
                each.reset();
            }
        }
    }

    @Override
    public void call() throws Exception {
        step.run();
    }

    @Override
    public void verify(long calls) throws Exception {
        for (Rows each : rows) {
            each.verify(adds ? calls : 0);
        }
    }
}
