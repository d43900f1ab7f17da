package dev.semel.torture;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The command {@code ./semel torture}. Ends with 1 if a rule was broken or a mutant was not found, with 2 if it was called in a wrong way or the rig
 * itself failed.
 */
public final class Torture {
    private static final List<String> STORES =
            List.of("sqlite", "postgresql", "mariadb", "mysql", "redis", "redis-sentinel", "dynamodb");
    private static final PrintStream OUT = System.out;

    private Torture() {}

    /** Runs it. */
    public static void main(String[] args) {
        Map<String, String> options = new HashMap<>();
        for (int i = 0; i < args.length; i++) {
            if (args[i].equals("--mutants")) {
                options.put("mutants", "");
            } else if (List.of("--store", "--minutes", "--seed", "--out", "--mutant", "--seconds")
                            .contains(args[i])
                    && i + 1 < args.length) {
                options.put(args[i].substring(2), args[++i]);
            } else {
                usage("torture does not know '" + args[i] + "'.");
            }
        }
        try {
            System.exit(run(options));
        } catch (Exception e) {
            e.printStackTrace();
            System.exit(2);
        }
    }

    private static int run(Map<String, String> options) throws Exception {
        long seed = (long) number(options, "seed", (double) (System.nanoTime() % 1_000_000));
        Path out = Path.of(options.getOrDefault("out", "torture/target/runs"));
        Duration seconds = Duration.ofSeconds((long) number(options, "seconds", 40));
        if (options.containsKey("mutants") || options.containsKey("mutant")) {
            return new Mutants(seed, out, seconds, OUT).run(options.get("mutant")) ? 0 : 1;
        }
        String store = options.getOrDefault("store", "");
        if (store.isEmpty()) {
            usage("torture wants --store: one of " + STORES + ", or the address of a store.");
        }
        long millis = Math.round(number(options, "minutes", 1) * 60_000);
        Path folder = fresh(out, store.replaceAll("[^a-z0-9-]+", "-") + "-" + seed);
        Settings settings = new Settings(store, Duration.ofMillis(millis), seed, folder, Mutant.NONE, false);
        OUT.println("Torturing " + store + " with seed " + seed + "; the history goes to " + folder);
        return report(new Driver(settings, OUT).run());
    }

    private static double number(Map<String, String> options, String name, double fallback) {
        String given = options.get(name);
        try {
            double number = given == null ? fallback : Double.parseDouble(given);
            if (number >= 0 && number <= Integer.MAX_VALUE) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        usage("torture wants a number from 0 on for --" + name + ", and got '" + given + "'.");
        return fallback;
    }

    /** An empty folder, as files of an earlier run would be judged again. */
    static Path fresh(Path out, String name) throws IOException {
        Path folder = out.resolve(name);
        if (Files.exists(folder)) {
            try (var files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        }
        return Files.createDirectories(folder).toAbsolutePath();
    }

    private static int report(Run run) throws IOException {
        OUT.println(run.summary());
        Path folder = run.settings().out();
        Files.writeString(folder.resolve("summary.txt"), run.summary());
        Files.writeString(folder.resolve("report.html"), Report.of(run), StandardCharsets.UTF_8);
        Files.write(
                folder.resolve("violations.txt"),
                run.violations().stream().map(Violation::describe).toList());
        OUT.println("Report: " + folder.resolve("report.html"));
        boolean forgetful = run.settings().store().equals("redis-sentinel");
        List<Violation> broken = run.violations().stream()
                .filter(violation -> !(forgetful && violation.rule().dependsOnMemory()))
                .toList();
        if (forgetful) {
            OUT.println("Forgotten at failovers, which nothing in Redis rules out: "
                    + (run.violations().size() - broken.size()) + " findings");
        }
        broken.stream()
                .min(Comparator.comparingInt(violation -> violation.witnesses().size()))
                .ifPresent(smallest -> OUT.println("The smallest history that shows it:\n" + smallest.describe()));
        return broken.isEmpty() ? 0 : 1;
    }

    private static void usage(String problem) {
        System.err.println(problem);
        System.err.println("./semel torture --store URL|NAME [--minutes N] [--seed S] [--out DIR]");
        System.err.println("./semel torture --mutants [--mutant NAME] [--seconds N] [--seed S]");
        System.exit(2);
    }
}
