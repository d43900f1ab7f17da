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
import org.jspecify.annotations.Nullable;

/** The command line: runs suites, prints a table for each, and leaves text, JSON and a chart in a folder. */
public final class Benchmarks {
    private static final int REACHED = 0;
    private static final int NOT_REACHED = 1;
    private static final int MISUSED = 2;

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
        private boolean check;
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
            reached &= run(suite, order.effort, order.folder);
        }
        return order.check && !reached ? NOT_REACHED : REACHED;
    }

    /** Runs a suite and writes its report; says whether its targets were reached. */
    boolean run(Suite suite, Effort effort, Path folder) throws Exception {
        Files.createDirectories(folder);
        Report report;
        try (PrintStream log = new PrintStream(
                Files.newOutputStream(folder.resolve(suite.name() + ".log")), true, StandardCharsets.UTF_8)) {
            report = suite.run(new Workbench(effort, err, log));
        }
        String table = Table.of(report);
        out.println(table);
        write(folder.resolve(suite.name() + ".txt"), table);
        write(folder.resolve(suite.name() + ".json"), Json.of(report));
        write(folder.resolve(suite.name() + ".svg"), Chart.of(report));
        out.println("written to " + folder);
        return report.isReached();
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
                case "--out" -> {
                    if (++i == args.length) {
                        return "--out needs a folder";
                    }
                    order.folder = Path.of(args[i]);
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
        return order.suites.isEmpty() ? "name a suite" : null;
    }

    private static String usage() {
        StringBuilder usage = new StringBuilder("usage: SUITE... [--quick] [--check] [--out FOLDER]\n");
        usage.append("  --quick  about half a minute for each suite instead of about five\n");
        usage.append("  --check  end with 1 if a target is not reached\n");
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
