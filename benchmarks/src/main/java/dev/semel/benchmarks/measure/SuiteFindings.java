package dev.semel.benchmarks.measure;

import dev.semel.benchmarks.report.Measurement;
import dev.semel.benchmarks.report.PerformanceTarget;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The contents of a report while its suite is running. */
public final class SuiteFindings {
    final List<String> descriptions = new ArrayList<>();
    final List<Measurement> measurements = new ArrayList<>();
    final List<PerformanceTarget> targets = new ArrayList<>();
    final List<String> notes = new ArrayList<>();

    /** Adds a line about the circumstances, such as the version of a server. */
    public void describe(String line) {
        descriptions.add(line);
    }

    /** Adds measurements. */
    public void add(Collection<Measurement> measured) {
        measurements.addAll(measured);
    }

    /** Adds targets, whether they were reached or not. */
    public void judge(Collection<PerformanceTarget> judged) {
        targets.addAll(judged);
    }

    /** Adds a target, whether it was reached or not. */
    public void judge(PerformanceTarget judged) {
        targets.add(judged);
    }

    /** Adds a remark. */
    public void note(String line) {
        notes.add(line);
    }
}
