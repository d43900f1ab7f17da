package dev.semel.benchmarks;

import dev.semel.benchmarks.Target.Bound;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * What the starter adds to the start of the demo: fresh processes in turns, with all of Semel's auto-configurations and with none of them, on one
 * database that has its tables.
 */
final class StartSuite implements Suite {
    static final String WITHOUT = "without the starter";
    static final String WITH = "with the starter";
    static final String AS_LAUNCHED = "as ./semel demo starts it";
    static final String PLAIN = "without an archive of classes";
    static final String PROCESSOR = ", processor time";

    private static final double MOST_MILLIS = 50;
    private static final String IMPORTS =
            "META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports";

    /** Starts the demo with more arguments for the JVM. */
    @FunctionalInterface
    interface Starts {
        DemoProgram.Took start(List<String> jvmArguments) throws IOException, InterruptedException;
    }

    @Override
    public String name() {
        return "startup";
    }

    @Override
    public String title() {
        return "the start of the demo, with and without the Spring Boot starter";
    }

    @Override
    public Findings run(Workbench bench) throws Exception {
        Path folder = Files.createTempDirectory("semel-startup");
        try {
            DemoProgram demo = new DemoProgram(Path.of("examples", "demo", "target", "semel-demo.jar"), folder);
            Path archive = folder.resolve("demo.jsa");
            demo.start(List.of("-XX:ArchiveClassesAtExit=" + archive));
            return run(bench, demo::start, "-XX:SharedArchiveFile=" + archive);
        } finally {
            delete(folder);
        }
    }

    Findings run(Workbench bench, Starts demo, String archive) throws Exception {
        int starts = bench.effort().everything() ? 31 : 11;
        List<Measurement> measurements = new ArrayList<>();
        List<Measurement> launched = inTurns(bench, demo, new Scene(AS_LAUNCHED, List.of(archive), starts));
        measurements.addAll(launched);
        measurements.addAll(inTurns(bench, demo, new Scene(PLAIN, List.of(), starts)));
        double cost = (launched.get(1).nanosPerCall() - launched.get(0).nanosPerCall()) / 1e6;
        double processor = (launched.get(3).nanosPerCall() - launched.get(2).nanosPerCall()) / 1e6;
        return new Report(
                name(),
                title(),
                bench.circumstances(),
                WITHOUT,
                measurements,
                List.of(new Target("cost of the starter", Bound.AT_MOST, cost, MOST_MILLIS, "ms", 1)),
                List.of(
                        "medians of " + starts + " starts each, taken in turns; a call is a start",
                        String.format(
                                Locale.ROOT,
                                "processor time of the main thread: %.1f ms more with the starter",
                                processor)));
    }

    private record Scene(String name, List<String> arguments, int starts) {}

    private static List<Measurement> inTurns(Workbench bench, Starts demo, Scene scene) throws Exception {
        List<String> excluding = new ArrayList<>(scene.arguments);
        excluding.add("-Dspring.autoconfigure.exclude=" + autoConfigurations());
        List<DemoProgram.Took> without = new ArrayList<>();
        List<DemoProgram.Took> with = new ArrayList<>();
        // The first of each counts for nothing: it reads files from disk for all others, and makes tables.
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
                measurement(scene.name, WITHOUT, of(without, DemoProgram.Took::nanos)),
                measurement(scene.name, WITH, of(with, DemoProgram.Took::nanos)),
                measurement(processor, WITHOUT, of(without, DemoProgram.Took::processorNanos)),
                measurement(processor, WITH, of(with, DemoProgram.Took::processorNanos)));
    }

    private static long[] of(List<DemoProgram.Took> starts, ToLongFunction<DemoProgram.Took> part) {
        return starts.stream().skip(1).mapToLong(part).sorted().toArray();
    }

    private static Measurement measurement(String scene, String subject, long[] sorted) {
        double median = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2.0;
        double mean = Arrays.stream(sorted).average().orElse(0);
        double squares = Arrays.stream(sorted)
                .mapToDouble(each -> (each - mean) * (each - mean))
                .sum();
        double deviation = sorted.length < 2 ? Double.NaN : Math.sqrt(squares / (sorted.length - 1));
        return new Measurement(scene, subject, 1, median, deviation);
    }

    /** All of the starter's, as it names them for Spring Boot. */
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

    private static void delete(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (Path each : files.toList()) {
                Files.delete(each);
            }
        }
        Files.delete(folder);
    }
}
