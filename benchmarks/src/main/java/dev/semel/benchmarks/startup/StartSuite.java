package dev.semel.benchmarks.startup;

import dev.semel.benchmarks.measure.Suite;
import dev.semel.benchmarks.measure.SuiteFindings;
import dev.semel.benchmarks.measure.Workbench;
import dev.semel.benchmarks.report.Figure;
import dev.semel.benchmarks.report.Measurement;
import dev.semel.benchmarks.report.PerformanceTarget;
import dev.semel.benchmarks.report.PerformanceTarget.Bound;
import dev.semel.servers.TempFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * The time that the starter adds to the start of the demo: fresh processes in turns, with all of Semel's auto-configurations and with none of
 * them, on a database that has its tables.
 */
public final class StartSuite extends Suite {
    private static final String WITHOUT = "without the starter";
    private static final String WITH = "with the starter";
    private static final String AS_LAUNCHED = "as ./semel demo starts it";
    private static final String PLAIN = "without an archive of classes";
    private static final String PROCESSOR = ", processor time";

    private static final double MOST_MILLIS = 50;
    private static final String IMPORTS =
            "META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports";

    /** Starts the demo with additional options for the JVM. */
    @FunctionalInterface
    interface Starts {
        DemoProgram.Took start(List<String> jvmArguments) throws IOException, InterruptedException;
    }

    /** Creates the suite. */
    public StartSuite() {
        super(
                "startup",
                "the start of the demo, with and without the Spring Boot starter",
                Figure.NANOS_PER_CALL,
                List.of());
    }

    @Override
    protected void measure(Workbench bench, SuiteFindings found) throws Exception {
        try (TempFolder folder = TempFolder.create("startup")) {
            DemoProgram demo = new DemoProgram(Path.of("examples", "demo", "target", "semel-demo.jar"), folder.path());
            Path archive = folder.resolve("demo.jsa");
            demo.start(List.of("-XX:ArchiveClassesAtExit=" + archive));
            measure(bench, demo::start, "-XX:SharedArchiveFile=" + archive, found);
        }
    }

    void measure(Workbench bench, Starts demo, String archive, SuiteFindings found) throws Exception {
        int starts = bench.effort().choose(1, 11, 31);
        List<Measurement> measured = new ArrayList<>();
        List<Measurement> launched = inTurns(bench, demo, new Scene(AS_LAUNCHED, List.of(archive), starts));
        measured.addAll(launched);
        measured.addAll(inTurns(bench, demo, new Scene(PLAIN, List.of(), starts)));
        double cost = millisBetween(launched.get(0), launched.get(1));
        double processor = millisBetween(launched.get(2), launched.get(3));
        found.add(Measurement.comparedWith(WITHOUT, measured));
        found.judge(new PerformanceTarget("cost of the starter", Bound.AT_MOST, cost, MOST_MILLIS, "ms", 1));
        found.note("medians of " + starts + " starts each, taken in turns; a call is a start");
        found.note(String.format(
                Locale.ROOT, "processor time of the main thread: %.1f ms more with the starter", processor));
    }

    private record Scene(String name, List<String> arguments, int starts) {}

    private static List<Measurement> inTurns(Workbench bench, Starts demo, Scene scene) throws Exception {
        List<String> excluding = new ArrayList<>(scene.arguments);
        excluding.add("-Dspring.autoconfigure.exclude=" + autoConfigurations());
        List<DemoProgram.Took> without = new ArrayList<>();
        List<DemoProgram.Took> with = new ArrayList<>();
        // The first start of each does not count: it reads files from disk for all others, and creates tables.
        for (int start = 0; start <= scene.starts; start++) {
            without.add(demo.start(excluding));
            with.add(demo.start(scene.arguments));
            bench.say(
                    "%s, %d/%d: %.0f ms without, %.0f ms with",
                    scene.name,
                    start,
                    scene.starts,
                    without.get(start).nanos() / 1e6,
                    with.get(start).nanos() / 1e6);
        }
        String processor = scene.name + PROCESSOR;
        return List.of(
                measurement(scene.name, WITHOUT, without, DemoProgram.Took::nanos),
                measurement(scene.name, WITH, with, DemoProgram.Took::nanos),
                measurement(processor, WITHOUT, without, DemoProgram.Took::processorNanos),
                measurement(processor, WITH, with, DemoProgram.Took::processorNanos));
    }

    private static double millisBetween(Measurement fewer, Measurement more) {
        return (more.get(Figure.NANOS_PER_CALL) - fewer.get(Figure.NANOS_PER_CALL)) / 1e6;
    }

    private static Measurement measurement(
            String scene, String subject, List<DemoProgram.Took> starts, ToLongFunction<DemoProgram.Took> part) {
        List<Long> nanos = starts.stream().skip(1).mapToLong(part).boxed().toList();
        return Measurement.ofCosts(scene, subject, nanos);
    }

    /** Returns the names of all auto-configurations of the starter, as it declares them to Spring Boot. */
    private static String autoConfigurations() throws IOException {
        List<String> all = new ArrayList<>();
        for (var file : Collections.list(StartSuite.class.getClassLoader().getResources(IMPORTS))) {
            try (var bytes = file.openStream()) {
                all.addAll(new String(bytes.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .toList());
            }
        }
        return all.stream().filter(name -> name.startsWith("dev.semel.")).collect(Collectors.joining(","));
    }
}
