package dev.semel.benchmarks;

/** Measurements that belong side by side and are made in one run. To add one, implement this and name it in {@link Suites}. */
interface Suite {

    /** How it is asked for on the command line, and what its files are called. */
    String name();

    /** One line for people. */
    String title();

    /** Measures everything. */
    Report run(Workbench bench) throws Exception;
}
