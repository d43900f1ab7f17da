package dev.semel.benchmarks.measure;

import dev.semel.benchmarks.report.Figure;
import dev.semel.benchmarks.report.SuiteReport;
import java.util.List;

/** A set of measurements that are made in one run and shown in one report. */
public abstract class Suite {
    private final String name;
    private final String title;
    private final Figure drawn;
    private final List<String> parts;

    /**
     * Creates a suite.
     *
     * @param name its name on the command line, and the name of its files
     * @param title the heading of its report
     * @param drawn the figure that its chart shows
     * @param parts the names of the parts that can be measured alone, such as databases
     */
    protected Suite(String name, String title, Figure drawn, List<String> parts) {
        this.name = name;
        this.title = title;
        this.drawn = drawn;
        this.parts = parts;
    }

    /** Returns its name on the command line. */
    public final String name() {
        return name;
    }

    /** Returns the heading of its report. */
    public final String title() {
        return title;
    }

    /** Returns the names of the parts that can be measured alone. */
    public final List<String> parts() {
        return parts;
    }

    /** Measures everything that is selected, and returns the report. */
    public final SuiteReport run(Workbench bench) throws Exception {
        SuiteFindings found = new SuiteFindings();
        measure(bench, found);
        return new SuiteReport(
                name,
                title,
                bench.circumstances(found.descriptions),
                drawn,
                found.measurements,
                found.targets,
                found.notes);
    }

    /** Measures everything that is selected, and adds it to the findings. */
    protected abstract void measure(Workbench bench, SuiteFindings found) throws Exception;
}
