package dev.semel.benchmarks.http;

import dev.semel.benchmarks.measure.Effort;
import dev.semel.benchmarks.measure.Meter;
import dev.semel.benchmarks.measure.Pace;
import dev.semel.benchmarks.measure.PacedSuite;
import dev.semel.benchmarks.measure.SideBySide;
import dev.semel.benchmarks.measure.SuiteFindings;
import dev.semel.benchmarks.report.Measurement;
import dev.semel.benchmarks.report.PerformanceTarget;
import java.util.List;
import java.util.Map;

/** The cost of the servlet filter: one endpoint of a Spring Boot application, bare and behind the filter, over the loopback interface. */
public final class HttpSuite extends PacedSuite<HttpServers> {
    private static final int THREADS = 16;
    private static final Map<String, Double> LIMITS = Map.of(HttpServers.WITHOUT_KEY, 0.97, HttpServers.REPLAYS, 0.9);

    /** Creates the suite. */
    public HttpSuite() {
        super("http", "Spring Boot endpoint: a POST of 100 bytes, an answer of 1 KB, records in memory", List.of());
    }

    @Override
    protected List<Integer> threads(Effort effort) {
        return List.of(1, THREADS);
    }

    /** Returns short rounds and many of them: the contenders differ by little, and the speed of a machine changes more slowly than that. */
    @Override
    protected Pace pace(Effort effort, List<Integer> threads) {
        return effort.choose(
                Pace.ofMillis(threads, 10, 1, 100),
                Pace.ofMillis(threads, 300, 11, 300),
                Pace.ofMillis(threads, 600, 25, 400));
    }

    @Override
    protected HttpServers start(String part, Effort effort) {
        return new HttpServers();
    }

    @Override
    protected void measure(String part, HttpServers servers, SideBySide sideBySide, SuiteFindings found)
            throws Exception {
        List<Measurement> measured =
                sideBySide.measure("", Map.of("one endpoint", servers.contenders()), Meter.NONE, () -> {});
        found.add(measured);
        found.judge(measured.stream()
                .filter(each -> each.threads() == THREADS && LIMITS.containsKey(each.subject()))
                .map(each -> PerformanceTarget.ofRatio(
                        each, LIMITS.getOrDefault(each.subject(), 1.0), "times the bare endpoint"))
                .toList());
    }
}
