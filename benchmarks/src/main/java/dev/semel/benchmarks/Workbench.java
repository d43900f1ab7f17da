package dev.semel.benchmarks;

import dev.semel.benchmarks.report.Score;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/** Where suites measure: it runs one case after another and tells people how far it is. */
final class Workbench {
    private final Effort effort;
    private final Selection selection;
    private final PrintStream progress;
    private final PrintStream log;
    private final double loadAtStart =
            ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();

    /**
     * Sets it up.
     *
     * @param progress gets a line for each case
     * @param log gets everything that JMH says
     */
    Workbench(Effort effort, Selection selection, PrintStream progress, PrintStream log) {
        this.effort = effort;
        this.selection = selection;
        this.progress = progress;
        this.log = log;
    }

    Effort effort() {
        return effort;
    }

    Selection selection() {
        return selection;
    }

    /** Tells people how far it is, and keeps it in the log. */
    void say(String format, Object... values) {
        String line = String.format(Locale.ROOT, format, values);
        progress.println(line);
        log.println(line);
    }

    /** Tells people what was just measured. */
    void say(Score score) {
        say(
                "%s",
                Stream.of(score.place(), score.scene(), score.subject(), "threads: " + score.threads())
                        .filter(each -> !each.isEmpty())
                        .collect(Collectors.joining(", ", "", ": " + score.shown())));
    }

    /** Machine, Java and effort, how busy the machine was already, and what the suite adds. */
    List<String> circumstances(List<String> more) {
        String machine = String.format(
                Locale.ROOT,
                "Java %d, %s %s, %d processors, load %.1f at the start, %s run",
                Runtime.version().feature(),
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                Runtime.getRuntime().availableProcessors(),
                loadAtStart,
                effort.name());
        return Stream.concat(Stream.of(machine), more.stream()).toList();
    }

    List<Score> measure(List<Case> cases) throws RunnerException {
        List<Score> scores = new ArrayList<>();
        for (Case each : cases) {
            Score score = measure(each);
            scores.add(score);
            progress.printf("%d/%d  ", scores.size(), cases.size());
            say(score);
        }
        return scores;
    }

    private Score measure(Case each) throws RunnerException {
        long warmup = effort.warmup().toMillis() * (each.threads() > 1 ? 2 : 1);
        OptionsBuilder options = new OptionsBuilder();
        options.include("^" + Pattern.quote(each.type().getName() + "." + each.method()) + "$")
                .threads(each.threads())
                .forks(effort.forks())
                .jvmArgs("-Xms1g", "-Xmx1g")
                .warmupIterations(effort.warmups())
                .warmupTime(TimeValue.milliseconds(warmup))
                .measurementIterations(effort.rounds())
                .measurementTime(TimeValue.milliseconds(effort.round().toMillis()))
                .shouldFailOnError(true);
        each.parameters().forEach(options::param);
        Runner runner = new Runner(options.build(), OutputFormatFactory.createFormatInstance(log, VerboseMode.NORMAL));
        Statistics rounds = runner.runSingle().getPrimaryResult().getStatistics();
        return Score.ofCost(
                each.scene(), each.subject(), each.threads(), rounds.getPercentile(50), rounds.getStandardDeviation());
    }

    /**
     * Runs a program in a JVM of its own, on this one's class path.
     *
     * @return what it wrote to its standard output
     */
    String inFreshJvm(List<String> jvmArguments, Class<?> program, String... arguments)
            throws IOException, InterruptedException {
        return inFreshJvm(List.of(), jvmArguments, program, arguments);
    }

    /**
     * The same, started by another program.
     *
     * @param starter that program and its arguments
     */
    String inFreshJvm(List<String> starter, List<String> jvmArguments, Class<?> program, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(starter);
        command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
        command.addAll(jvmArguments);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(Arrays.asList(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        int exit = process.waitFor();
        if (exit != 0) {
            throw new IOException(program.getSimpleName() + " ended with " + exit + " and wrote: " + output);
        }
        progress.printf("%s: %s%n", program.getSimpleName(), output);
        return output;
    }
}
