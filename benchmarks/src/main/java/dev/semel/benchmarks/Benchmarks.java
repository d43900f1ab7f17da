package dev.semel.benchmarks;

import dev.semel.benchmarks.report.Report;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The command line: runs suites, prints a table for each, and leaves text, JSON and a chart in a folder. */
@Command(name = "bench", sortOptions = false, usageHelpWidth = 100)
public final class Benchmarks implements Callable<Integer> {
    private static final int REACHED = 0;
    private static final int NOT_REACHED = 1;

    private final PrintStream out;
    private final PrintStream err;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec command;

    @Parameters(arity = "1..*", paramLabel = "SUITE", converter = SuiteByName.class)
    private List<Suite> suites = List.of();

    @Option(names = "--quick", description = "one or two minutes for each suite at most, for a first look")
    private boolean quick;

    @Option(names = "--check", description = "end with 1 if a target is not reached")
    private boolean check;

    @Option(names = "--only", split = ",", paramLabel = "PART", description = "parts of a suite, such as sqlite of sql")
    private List<String> only = List.of();

    @Option(
            names = "--threads",
            split = ",",
            paramLabel = "N",
            converter = ThreadCount.class,
            description = "how many threads call at the same time, such as 1,64")
    private List<Integer> threads = List.of();

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "where text, JSON and chart go (default: ${DEFAULT-VALUE})")
    private Path folder = Path.of("benchmarks", "target", "results");

    Benchmarks(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    /** Runs what the arguments say; none for a list of them. */
    public static void main(String[] args) {
        // The table has signs that a terminal without a locale would turn into question marks.
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        System.exit(run(out, err, args));
    }

    /** Returns 0, 1 if a target that was to be checked is not reached, or 2 if the arguments make no sense. */
    static int run(PrintStream out, PrintStream err, String... args) {
        CommandLine line = new CommandLine(new Benchmarks(out, err));
        line.getCommandSpec()
                .usageMessage()
                .footer(Suites.all().stream()
                        .map(suite -> "  " + suite.name() + "  " + suite.title())
                        .collect(Collectors.joining("%n", "suites:%n", "")));
        return line.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8)).execute(args);
    }

    @Override
    public Integer call() throws Exception {
        for (Suite suite : suites) {
            for (String part : only) {
                if (!suite.parts().contains(part)) {
                    throw new ParameterException(
                            command.commandLine(),
                            "the suite " + suite.name() + " has no part \"" + part + "\"; it has " + suite.parts());
                }
            }
        }
        boolean reached = true;
        for (Suite suite : suites) {
            Effort effort = quick ? Effort.quick() : Effort.thorough();
            reached &= run(suite, effort, new Selection(only, threads), folder);
        }
        return check && !reached ? NOT_REACHED : REACHED;
    }

    /** Runs a suite and writes its report; returns whether its targets were reached. */
    boolean run(Suite suite, Effort effort, Selection selection, Path into) throws Exception {
        Files.createDirectories(into);
        Report report;
        try (PrintStream log = new PrintStream(
                Files.newOutputStream(into.resolve(suite.name() + ".log")), true, StandardCharsets.UTF_8)) {
            report = suite.run(new Workbench(effort, selection, err, log));
        }
        String table = report.table();
        out.println(table);
        write(into.resolve(suite.name() + ".txt"), table);
        write(into.resolve(suite.name() + ".json"), report.json());
        write(into.resolve(suite.name() + ".svg"), report.chart());
        out.println("written to " + into);
        return report.isReached();
    }

    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardCharsets.UTF_8);
    }

    private static final class SuiteByName implements ITypeConverter<Suite> {
        @Override
        public Suite convert(String name) {
            return Suites.named(name)
                    .orElseThrow(() -> new TypeConversionException("there is no suite \"" + name + "\""));
        }
    }

    private static final class ThreadCount implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String count) {
            if (!count.matches("[1-9][0-9]{0,3}")) {
                throw new TypeConversionException(
                        "\"" + count + "\" is no number of threads; expected 1 to 9999, such as 1,64");
            }
            return Integer.valueOf(count);
        }
    }
}
