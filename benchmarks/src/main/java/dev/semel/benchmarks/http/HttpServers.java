package dev.semel.benchmarks.http;

import dev.semel.benchmarks.measure.Contender;
import dev.semel.benchmarks.measure.Contender.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;

/** The same application on two servers: without Semel, and behind its filter. */
final class HttpServers implements AutoCloseable {
    static final String WITHOUT_KEY = "filter, no key";
    static final String REPLAYS = "filter, replays";

    private static final int REPLAYED = 1000;

    private final ServletWebServerApplicationContext bare = HttpApplication.bare();
    private final ServletWebServerApplicationContext guarded = HttpApplication.guarded();
    private final List<HttpConnections> opened = new ArrayList<>();
    private final AtomicLong keys = new AtomicLong();

    List<Contender> contenders() {
        return List.of(
                running("bare endpoint", bare, () -> ""),
                running(WITHOUT_KEY, guarded, () -> ""),
                running("filter, new keys", guarded, () -> key("new-" + keys.incrementAndGet())),
                replaying());
    }

    private static String key(String key) {
        return "Idempotency-Key: " + key + "\r\n";
    }

    private Contender running(String name, ServletWebServerApplicationContext server, Supplier<String> header) {
        Runs runs = new Runs(server, name);
        return Contender.adding(name, runs::reset, connections(server, runs.endpoint, header)::post, runs);
    }

    private Contender replaying() {
        Runs runs = new Runs(guarded, REPLAYS);
        AtomicLong replays = new AtomicLong();
        HttpConnections connections =
                connections(guarded, runs.endpoint, () -> key("old-" + replays.incrementAndGet() % REPLAYED));
        Contender.Step prepare = () -> {
            for (int i = 0; i < REPLAYED; i++) {
                connections.post();
            }
            runs.reset();
        };
        return Contender.reading(REPLAYS, prepare, connections::post, runs);
    }

    private HttpConnections connections(
            ServletWebServerApplicationContext server, String endpoint, Supplier<String> header) {
        HttpConnections connections = new HttpConnections(server.getWebServer().getPort(), "/" + endpoint, header);
        opened.add(connections);
        return connections;
    }

    /** How often the endpoint of a contender ran since it was reset. Each contender has its own path, so that its runs can be counted. */
    private static final class Runs implements Trace {
        private final HttpApplication application;
        private final String endpoint;
        private long before;

        Runs(ServletWebServerApplicationContext server, String contender) {
            this.application = server.getBean(HttpApplication.class);
            this.endpoint = contender.replaceAll("[^a-z]", "");
        }

        void reset() {
            before = application.runs(endpoint);
        }

        @Override
        public long count() {
            return application.runs(endpoint) - before;
        }
    }

    @Override
    public void close() {
        opened.forEach(HttpConnections::close);
        bare.close();
        guarded.close();
    }
}
