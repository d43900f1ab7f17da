package dev.semel.benchmarks.core;

import dev.semel.benchmarks.measure.Effort;
import dev.semel.benchmarks.report.Measurement;
import java.io.PrintStream;
import java.util.Map;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/**
 * A benchmark method with its threads and parameters.
 *
 * @param scene what it does; cases of one scene are compared with each other
 * @param subject the contender that does it
 * @param type the class of the benchmark method
 * @param method the name of the benchmark method
 * @param threads how many threads call it at the same time
 * @param parameters values of the benchmark's {@code @Param} fields
 */
record JmhCase(
        String scene, String subject, Class<?> type, String method, int threads, Map<String, String> parameters) {
    JmhCase {
        parameters = Map.copyOf(parameters);
    }

    /** Measures the case in fresh JVMs, or in this one with the least effort. */
    Measurement measure(Effort effort, PrintStream log) throws RunnerException {
        // Warm-ups are long because the compiler needs them, and longer with several threads, which leave it less of
        // the machine.
        int warmup = effort.choose(5, 1_800, 1_800) * (threads > 1 ? 2 : 1);
        OptionsBuilder options = new OptionsBuilder();
        options.include("^" + Pattern.quote(type.getName() + "." + method) + "$")
                .threads(threads)
                .forks(effort.choose(0, 1, 2))
                .jvmArgs("-Xms1g", "-Xmx1g")
                .warmupIterations(effort.choose(0, 1, 1))
                .warmupTime(TimeValue.milliseconds(warmup))
                .measurementIterations(effort.choose(1, 5, 5))
                .measurementTime(TimeValue.milliseconds(effort.choose(5, 100, 200)))
                .shouldFailOnError(true);
        parameters.forEach(options::param);
        Runner runner = new Runner(options.build(), OutputFormatFactory.createFormatInstance(log, VerboseMode.NORMAL));
        Statistics rounds = runner.runSingle().getPrimaryResult().getStatistics();
        return Measurement.ofCost(scene, subject, threads, rounds.getPercentile(50), rounds.getStandardDeviation());
    }
}
