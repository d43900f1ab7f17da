package dev.semel.servlet;

import static dev.semel.servlet.Browser.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Semel;
import dev.semel.http.HttpGuard;
import dev.semel.http.Route;
import dev.semel.http.RouteBuilder;
import dev.semel.store.Store;
import dev.semel.testkit.FaultyStore;
import jakarta.servlet.http.HttpServletRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;

/** Tests of an application on a real server. */
abstract class ServedTest {
    private static final AtomicInteger TESTS = new AtomicInteger();
    private static final Map<Setting, Store> STORES = new ConcurrentHashMap<>();

    @Parameter
    Setting setting;

    FaultyStore store;
    private final String operation = "test." + TESTS.incrementAndGet() + "-" + System.nanoTime();
    private RouteBuilder[] routes = {route()};
    private Semel semel;
    private Site site;
    private Container container;

    @BeforeEach
    void open() {
        store = FaultyStore.on(STORES.computeIfAbsent(setting, Setting::open));
        semel = Semel.on(store);
    }

    @AfterEach
    void stop() {
        if (container != null) {
            container.close();
        }
        semel.close();
    }

    /** Returns the usual route, of an operation that only this test uses. */
    RouteBuilder route() {
        return Route.builder("/payments/**", operation);
    }

    /** Whether routes allow anonymous callers. Read at the first request; true by default, since most tests are not about callers. */
    boolean anonymousAllowed = true;

    /** Sets the routes, before the first request. */
    void routes(RouteBuilder... choice) {
        routes = choice;
    }

    Site site() {
        return site == null ? siteAt("") : site;
    }

    /** Determines the caller of a request. */
    Function<HttpServletRequest, String> principal = request -> request.getHeader("X-Principal");

    Site siteAt(String contextPath) {
        HttpGuard.Builder guard = HttpGuard.builder(semel);
        for (RouteBuilder route : routes) {
            guard.route((anonymousAllowed ? route.allowAnonymous() : route).build());
        }
        site = new Site(contextPath, IdempotencyFilter.of(guard.build(), principal));
        return site;
    }

    void application(Application.Behaviour behaviour) {
        site().application.behaviour = behaviour;
    }

    /** Makes the application answer 201 with the number of the run. */
    void countingApplication() {
        application((request, response) -> {
            response.setStatus(201);
            response.setContentType("text/plain");
            response.getWriter().print("run " + runs());
        });
    }

    int runs() {
        return site().application.runs.get();
    }

    Browser.Ask to(String path) {
        return new Browser(container().uri()).to(path);
    }

    /** Returns the usual request. */
    Browser.Ask pay(String key) {
        return to("/payments").key(key);
    }

    Container container() {
        if (container == null) {
            try {
                container = setting.kind().start(site());
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
        return container;
    }

    static void assertProblem(HttpResponse<byte[]> response, int status, String type) {
        assertThat(response.statusCode()).as(text(response)).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type"))
                .hasValueSatisfying(value -> assertThat(value).startsWith("application/problem+json"));
        assertThat(text(response)).contains("\"urn:semel:problem:" + type + "\"");
    }

    static void assertReplay(HttpResponse<byte[]> first, HttpResponse<byte[]> second) {
        assertThat(Browser.isReplay(first)).as("the first is a replay").isFalse();
        assertThat(Browser.isReplay(second)).as("the second is a replay").isTrue();
        assertThat(second.statusCode()).isEqualTo(first.statusCode());
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(second.headers().allValues("Content-Type"))
                .isEqualTo(first.headers().allValues("Content-Type"));
    }
}
