package dev.semel.benchmarks;

import dev.semel.benchmarks.report.Figure;
import dev.semel.benchmarks.report.Report;
import dev.semel.benchmarks.report.Samples;
import dev.semel.benchmarks.report.Score;
import dev.semel.benchmarks.report.Target;
import dev.semel.benchmarks.report.Target.Bound;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
    public Report run(Workbench bench) throws Exception {
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

    Report run(Workbench bench, Starts demo, String archive) throws Exception {
        int starts = bench.effort().everything() ? 31 : 11;
        List<Score> scores = new ArrayList<>();
        List<Score> launched = inTurns(bench, demo, new Scene(AS_LAUNCHED, List.of(archive), starts));
        scores.addAll(launched);
        scores.addAll(inTurns(bench, demo, new Scene(PLAIN, List.of(), starts)));
        double cost = millisBetween(launched.get(0), launched.get(1));
        double processor = millisBetween(launched.get(2), launched.get(3));
        return new Report(
                name(),
                title(),
                bench.circumstances(List.of()),
                Figure.NANOS_PER_CALL,
                Score.comparedWith(WITHOUT, scores),
                List.of(new Target("cost of the starter", Bound.AT_MOST, cost, MOST_MILLIS, "ms", 1)),
                List.of(
                        "medians of " + starts + " starts each, taken in turns; a call is a start",
                        String.format(
                                Locale.ROOT,
                                "processor time of the main thread: %.1f ms more with the starter",
                                processor)));
    }

    private record Scene(String name, List<String> arguments, int starts) {}

    private static List<Score> inTurns(Workbench bench, Starts demo, Scene scene) throws Exception {
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
                score(scene.name, WITHOUT, without, DemoProgram.Took::nanos),
                score(scene.name, WITH, with, DemoProgram.Took::nanos),
                score(processor, WITHOUT, without, DemoProgram.Took::processorNanos),
                score(processor, WITH, with, DemoProgram.Took::processorNanos));
    }

    private static double millisBetween(Score fewer, Score more) {
        return (more.get(Figure.NANOS_PER_CALL) - fewer.get(Figure.NANOS_PER_CALL)) / 1e6;
    }

    private static Score score(
            String scene, String subject, List<DemoProgram.Took> starts, ToLongFunction<DemoProgram.Took> part) {
        List<Long> nanos = starts.stream().skip(1).mapToLong(part).boxed().toList();
        return Score.ofCost(scene, subject, 1, Samples.median(nanos), Samples.deviation(nanos));
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
