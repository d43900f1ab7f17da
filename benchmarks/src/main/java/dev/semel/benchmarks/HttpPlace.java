package dev.semel.benchmarks;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;

/** The same application twice, each with its own server: without Semel, and behind its filter. */
final class HttpPlace implements AutoCloseable {
    static final String WITHOUT_KEY = "filter, no key";
    static final String REPLAYS = "filter, replays";

    private static final int REPLAYED = 1000;

    private final ServletWebServerApplicationContext bare = HttpApplication.bare();
    private final ServletWebServerApplicationContext guarded = HttpApplication.guarded();
    private final List<HttpContender> contenders;

    private HttpPlace() {
        AtomicLong keys = new AtomicLong();
        AtomicLong replays = new AtomicLong();
        contenders = List.of(
                contender("bare endpoint", bare, 0, () -> ""),
                contender(WITHOUT_KEY, guarded, 0, () -> ""),
                contender("filter, new keys", guarded, 0, () -> key("new-" + keys.incrementAndGet())),
                contender(REPLAYS, guarded, REPLAYED, () -> key("old-" + replays.incrementAndGet() % REPLAYED)));
    }

    static HttpPlace start() {
        return new HttpPlace();
    }

    /** Each with an address that nobody else asks, so that its runs can be counted. */
    private static HttpContender contender(
            String name, ServletWebServerApplicationContext server, int prepared, Supplier<String> header) {
        String endpoint = name.replaceAll("[^a-z]", "");
        HttpApplication application = server.getBean(HttpApplication.class);
        HttpConnections connections = new HttpConnections(server.getWebServer().getPort(), "/" + endpoint, header);
        return new HttpContender(name, () -> application.runs(endpoint), prepared, connections);
    }

    private static String key(String key) {
        return "Idempotency-Key: " + key + "\r\n";
    }

    List<HttpContender> contenders() {
        return contenders;
    }

    @Override
    public void close() {
        contenders.forEach(each -> each.connections().close());
        bare.close();
        guarded.close();
    }
}
