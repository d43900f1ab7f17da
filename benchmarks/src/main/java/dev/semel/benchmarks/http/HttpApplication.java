package dev.semel.benchmarks.http;

import dev.semel.memory.MemoryStore;
import dev.semel.store.Store;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** A Spring Boot application with one controller, which reads a payment as JSON and responds with 1 KB of JSON. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration(
        excludeName = {
            "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration",
            "org.springframework.boot.autoconfigure.data.redis.RedisRepositoriesAutoConfiguration",
            "org.springframework.boot.autoconfigure.integration.IntegrationAutoConfiguration"
        })
@RestController
class HttpApplication {
    private static final int RECORDS = 3_000_000;
    private static final String NOTE = "a".repeat(972);

    private final Map<String, LongAdder> runs = new ConcurrentHashMap<>();

    /** The body of a request. */
    record Order(String account, long amount, String currency, String note) {}

    /** The body of a response. */
    record Receipt(String id, String account, long amount, String note) {}

    /** Starts it on a free port, without Semel. */
    static ServletWebServerApplicationContext bare() {
        return start(new SpringApplication(HttpApplication.class), Map.of("semel.enabled", "false"));
    }

    /** Starts it on a free port, with Semel's starter and its filter on all paths. */
    static ServletWebServerApplicationContext guarded() {
        SpringApplication application = new SpringApplication(HttpApplication.class);
        application.addInitializers(context -> ((GenericApplicationContext) context)
                .registerBean(
                        Store.class,
                        () -> MemoryStore.builder().maxRecords(RECORDS).build()));
        return start(
                application,
                Map.of(
                        "semel.http.routes[0].path", "/{endpoint}",
                        "semel.http.routes[0].operation", "payments.create",
                        "semel.http.routes[0].key-required", "false",
                        "semel.http.routes[0].retention", "10m",
                        "semel.http.shared-scope", "true"));
    }

    private static ServletWebServerApplicationContext start(
            SpringApplication application, Map<String, Object> settings) {
        application.setDefaultProperties(Map.of(
                "server.address", "127.0.0.1",
                "server.port", "0",
                "server.tomcat.max-keep-alive-requests", "-1",
                "spring.main.banner-mode", "off",
                "spring.main.register-shutdown-hook", "false"));
        String[] arguments = settings.entrySet().stream()
                .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
                .toArray(String[]::new);
        return (ServletWebServerApplicationContext) application.run(arguments);
    }

    /** Returns how often an endpoint ran. */
    long runs(String endpoint) {
        LongAdder count = runs.get(endpoint);
        return count == null ? 0 : count.sum();
    }

    @PostMapping("/{endpoint}")
    @ResponseStatus(HttpStatus.CREATED)
    Receipt pay(@PathVariable("endpoint") String endpoint, @RequestBody Order order) {
        runs.computeIfAbsent(endpoint, name -> new LongAdder()).increment();
        return new Receipt("p-1", order.account(), order.amount(), NOTE);
    }
}
