package dev.semel.benchmarks;

import dev.semel.benchmarks.core.CoreSuite;
import dev.semel.benchmarks.counters.CounterSuite;
import dev.semel.benchmarks.dynamodb.DynamoDbSuite;
import dev.semel.benchmarks.http.HttpSuite;
import dev.semel.benchmarks.lambda.LambdaSuite;
import dev.semel.benchmarks.measure.Effort;
import dev.semel.benchmarks.measure.Selection;
import dev.semel.benchmarks.measure.Suite;
import dev.semel.benchmarks.measure.Workbench;
import dev.semel.benchmarks.redis.RedisSuite;
import dev.semel.benchmarks.report.SuiteReport;
import dev.semel.benchmarks.sql.SqlSuite;
import dev.semel.benchmarks.startup.StartSuite;
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

/** The command line: runs suites, prints a table for each, and writes text, JSON and a chart to a folder. */
@Command(name = "bench", sortOptions = false, usageHelpWidth = 100)
public final class Benchmarks implements Callable<Integer> {
    private static final List<Suite> SUITES = List.of(
            new CoreSuite(),
            new SqlSuite(),
            new RedisSuite(),
            new DynamoDbSuite(),
            new HttpSuite(),
            new StartSuite(),
            new LambdaSuite(),
            new CounterSuite());

    private static final int REACHED = 0;
    private static final int NOT_REACHED = 1;

    private final PrintStream out;
    private final PrintStream err;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec command;

    @Parameters(arity = "1..*", paramLabel = "SUITE", converter = SuiteByName.class)
    private List<Suite> suites = List.of();

    @Option(names = "--quick", description = "take one or two minutes for each suite")
    private boolean quick;

    @Option(names = "--check", description = "exit with code 1 if a target is not reached")
    private boolean check;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "PART",
            description = "measure these parts of a suite only, such as sqlite of sql")
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
            description = "the folder for text, JSON and chart (default: ${DEFAULT-VALUE})")
    private Path folder = Path.of("benchmarks", "target", "results");

    Benchmarks(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    /** Runs the suites that the arguments name. */
    public static void main(String[] args) {
        // The table has characters that a terminal without a locale would replace by question marks.
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        System.exit(run(out, err, args));
    }

    /** Returns 0, or 1 if a target to be checked is not reached, or 2 if the arguments are not valid. */
    static int run(PrintStream out, PrintStream err, String... args) {
        CommandLine line = new CommandLine(new Benchmarks(out, err));
        line.getCommandSpec()
                .usageMessage()
                .footer(SUITES.stream()
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
                            "the suite " + suite.name() + " has no part \"" + part + "\"; expected one of "
                                    + suite.parts());
                }
            }
        }
        boolean reached = true;
        for (Suite suite : suites) {
            Effort effort = quick ? Effort.QUICK : Effort.THOROUGH;
            reached &= run(suite, effort, new Selection(only, threads), folder);
        }
        return check && !reached ? NOT_REACHED : REACHED;
    }

    /** Runs a suite and writes its report; returns whether its targets were reached. */
    boolean run(Suite suite, Effort effort, Selection selection, Path into) throws Exception {
        Files.createDirectories(into);
        SuiteReport report;
        try (PrintStream log = new PrintStream(
                Files.newOutputStream(into.resolve(suite.name() + ".log")), true, StandardCharsets.UTF_8)) {
            report = suite.run(new Workbench(effort, selection, err, log));
        }
        String table = report.table();
        out.println(table);
        write(into.resolve(suite.name() + ".txt"), table);
        write(into.resolve(suite.name() + ".json"), report.json());
        write(into.resolve(suite.name() + ".svg"), report.chart());
        out.println("Written to " + into);
        return report.isReached();
    }

    static Suite suite(String name) {
        return SUITES.stream()
                .filter(suite -> suite.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("there is no suite \"" + name + "\""));
    }

    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardCharsets.UTF_8);
    }

    private static final class SuiteByName implements ITypeConverter<Suite> {
        @Override
        public Suite convert(String name) {
            return suite(name);
        }
    }

    private static final class ThreadCount implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String count) {
            if (!count.matches("[1-9][0-9]{0,3}")) {
                throw new TypeConversionException(
                        "\"" + count + "\" is not a number of threads; expected 1 to 9999, such as 1,64");
            }
            return Integer.valueOf(count);
        }
    }
}
