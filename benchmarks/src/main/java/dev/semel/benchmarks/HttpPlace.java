package dev.semel.benchmarks;

import dev.semel.Semel;
import dev.semel.http.HttpGuard;
import dev.semel.http.Route;
import dev.semel.memory.MemoryStore;
import dev.semel.servlet.IdempotencyFilter;
import jakarta.servlet.ServletContext;
import java.io.File;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;

/** The same endpoint several times in one server: in an application without the filter, and in one behind it. */
final class HttpPlace implements AutoCloseable {
    static final String WITHOUT_KEY = "filter, no key";
    static final String REPLAYS = "filter, replays";

    private static final int REPLAYED = 1000;
    // Kept, since a logger that nobody holds forgets its level.
    private static final Logger SERVER = Logger.getLogger("org.apache");

    private final Tomcat tomcat = new Tomcat();
    private final HttpEndpoint bare = new HttpEndpoint();
    private final HttpEndpoint free = new HttpEndpoint();
    private final HttpEndpoint fresh = new HttpEndpoint();
    private final HttpEndpoint replayed = new HttpEndpoint();
    private final List<HttpContender> contenders;

    private HttpPlace() throws Exception {
        File folder = Files.createTempDirectory("semel-bench-http").toFile();
        folder.deleteOnExit();
        SERVER.setLevel(Level.SEVERE);
        tomcat.setBaseDir(folder.getPath());
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        tomcat.getConnector().setProperty("maxKeepAliveRequests", "-1");
        tomcat.addContext("/bare", folder.getPath())
                .addServletContainerInitializer((types, context) -> serve(context, "/payments", bare), Set.of());
        tomcat.addContext("/filtered", folder.getPath())
                .addServletContainerInitializer((types, context) -> serveFiltered(context), Set.of());
        tomcat.start();
        contenders = contenders(tomcat.getConnector().getLocalPort());
    }

    static HttpPlace start() throws Exception {
        return new HttpPlace();
    }

    private static void serve(ServletContext context, String path, HttpEndpoint endpoint) {
        context.addServlet(path, endpoint).addMapping(path);
    }

    private void serveFiltered(ServletContext context) {
        Route route = Route.to("/*", "payments.create").keyOptional().retention(Duration.ofMinutes(10));
        Semel semel = Semel.on(MemoryStore.builder().maxRecords(3_000_000).build());
        IdempotencyFilter.of(HttpGuard.on(semel).route(route).build()).addTo(context, "/*");
        serve(context, "/free", free);
        serve(context, "/fresh", fresh);
        serve(context, "/replayed", replayed);
    }

    private List<HttpContender> contenders(int port) {
        AtomicLong keys = new AtomicLong();
        AtomicLong replays = new AtomicLong();
        return List.of(
                new HttpContender("bare endpoint", bare, 0, new HttpConnections(port, "/bare/payments", () -> "")),
                new HttpContender(WITHOUT_KEY, free, 0, new HttpConnections(port, "/filtered/free", () -> "")),
                new HttpContender(
                        "filter, new keys",
                        fresh,
                        0,
                        new HttpConnections(port, "/filtered/fresh", () -> key("new-" + keys.incrementAndGet()))),
                new HttpContender(
                        REPLAYS,
                        replayed,
                        REPLAYED,
                        new HttpConnections(
                                port, "/filtered/replayed", () -> key("old-" + replays.incrementAndGet() % REPLAYED))));
    }

    private static String key(String key) {
        return "Idempotency-Key: " + key + "\r\n";
    }

    List<HttpContender> contenders() {
        return contenders;
    }

    @Override
    public void close() throws LifecycleException {
        contenders.forEach(each -> each.connections().close());
        tomcat.stop();
        tomcat.destroy();
    }
}
