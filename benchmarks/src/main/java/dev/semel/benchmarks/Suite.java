package dev.semel.benchmarks;

import dev.semel.benchmarks.report.Report;
import java.util.List;

/** Measurements that belong side by side and are made in one run. To add one, implement this and name it in {@link Suites}. */
interface Suite {

    /** How it is asked for on the command line, and what its files are called. */
    String name();

    /** One line for people. */
    String title();

    /** Names of what can be measured alone; none unless the suite says so. */
    default List<String> parts() {
        return List.of();
    }

    /** Measures everything that is selected. */
    Report run(Workbench bench) throws Exception;
}
