package dev.semel.benchmarks;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The command line: runs suites, prints a table for each, and leaves text, JSON and a chart in a folder. */
public final class Benchmarks {
    private static final int REACHED = 0;
    private static final int NOT_REACHED = 1;
    private static final int MISUSED = 2;

    private static final Map<String, String> NEEDS =
            Map.of("--out", "a folder", "--only", "names of parts", "--threads", "numbers of threads such as 1,64");

    private final PrintStream out;
    private final PrintStream err;

    Benchmarks(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    /** Runs what the arguments say; none for a list of them. */
    public static void main(String[] args) throws Exception {
        // The table has signs that a terminal without a locale would turn into question marks.
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        System.exit(new Benchmarks(out, err).run(args));
    }

    /** What the arguments ask for. */
    private static final class Order {
        private final List<Suite> suites = new ArrayList<>();
        private Effort effort = Effort.thorough();
        private Path folder = Path.of("benchmarks", "target", "results");
        private List<String> only = List.of();
        private List<Integer> threads = List.of();
        private boolean check;

        /** What is wrong with it, if anything. */
        @Nullable
        String problem() {
            if (suites.isEmpty()) {
                return "name a suite";
            }
            for (Suite suite : suites) {
                for (String part : only) {
                    if (!suite.parts().contains(part)) {
                        return "the suite " + suite.name() + " has no part \"" + part + "\"; it has " + suite.parts();
                    }
                }
            }
            return null;
        }
    }

    int run(String... args) throws Exception {
        Order order = new Order();
        String problem = read(args, order);
        if (problem != null) {
            err.println(problem);
            err.println(usage());
            return MISUSED;
        }
        boolean reached = true;
        for (Suite suite : order.suites) {
            reached &= run(suite, order.effort, new Selection(order.only, order.threads), order.folder);
        }
        return order.check && !reached ? NOT_REACHED : REACHED;
    }

    /** Runs a suite and writes its report; says whether its targets were reached. */
    boolean run(Suite suite, Effort effort, Selection selection, Path folder) throws Exception {
        Files.createDirectories(folder);
        Findings findings;
        try (PrintStream log = new PrintStream(
                Files.newOutputStream(folder.resolve(suite.name() + ".log")), true, StandardCharsets.UTF_8)) {
            findings = suite.run(new Workbench(effort, selection, err, log));
        }
        String table = findings.table();
        out.println(table);
        write(folder.resolve(suite.name() + ".txt"), table);
        write(folder.resolve(suite.name() + ".json"), findings.json());
        write(folder.resolve(suite.name() + ".svg"), findings.chart());
        out.println("written to " + folder);
        return findings.isReached();
    }

    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardCharsets.UTF_8);
    }

    /** Fills the order; returns what is wrong with the arguments, if anything. */
    private static @Nullable String read(String[] args, Order order) {
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--quick" -> order.effort = Effort.quick();
                case "--check" -> order.check = true;
                case "--out", "--only", "--threads" -> {
                    if (++i == args.length) {
                        return args[i - 1] + " needs " + NEEDS.get(args[i - 1]);
                    }
                    String problem = set(order, args[i - 1], args[i]);
                    if (problem != null) {
                        return problem;
                    }
                }
                default -> {
                    String name = args[i];
                    Suite suite = Suites.named(name).orElse(null);
                    if (suite == null) {
                        return "there is no suite or option \"" + name + "\"";
                    }
                    order.suites.add(suite);
                }
            }
        }
        return order.problem();
    }

    private static @Nullable String set(Order order, String option, String value) {
        List<String> values = List.of(value.split(","));
        switch (option) {
            case "--out" -> order.folder = Path.of(value);
            case "--only" -> order.only = values;
            default -> {
                if (!values.stream().allMatch(each -> each.matches("[1-9][0-9]{0,3}"))) {
                    return "--threads needs " + NEEDS.get("--threads") + ", not \"" + value + "\"";
                }
                order.threads = values.stream().map(Integer::valueOf).toList();
            }
        }
        return null;
    }

    private static String usage() {
        StringBuilder usage = new StringBuilder(
                "usage: SUITE... [--quick] [--check] [--only PART,...] [--threads N,...] [--out FOLDER]\n");
        usage.append("  --quick  one or two minutes for each suite at most, for a first look\n");
        usage.append("  --check  end with 1 if a target is not reached\n");
        usage.append("  --only   parts of a suite, such as sqlite of sql\n");
        usage.append("  --threads  how many threads call at the same time, such as 1,64; of sql only\n");
        usage.append("  --out    where text, JSON and chart go (benchmarks/target/results)\n");
        usage.append("suites:\n");
        for (Suite suite : Suites.all()) {
            usage.append("  ")
                    .append(suite.name())
                    .append("  ")
                    .append(suite.title())
                    .append('\n');
        }
        return usage.toString();
    }
}
