package dev.semel.boot.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.boot.PrincipalResolver;
import dev.semel.boot.ServedApplication;
import dev.semel.spring.Idempotent;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Uses the observations of HTTP requests by Spring Boot itself, in either version of Spring Boot. */
@DisplayName("the current observation")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ObservationTest {
    private ServedApplication application;
    private Seen seen;

    /** Collects stopped observations. */
    static final class Seen implements ObservationHandler<Observation.Context> {
        private final Queue<Stopped> stopped = new ConcurrentLinkedQueue<>();

        record Stopped(String name, String operation, String outcome, String all) {}

        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }

        @Override
        public void onStop(Observation.Context context) {
            stopped.add(new Stopped(
                    context.getName(),
                    value(context, "semel.operation"),
                    value(context, "semel.outcome"),
                    String.valueOf(context.getAllKeyValues())));
        }

        private static String value(Observation.Context context, String key) {
            var found = context.getHighCardinalityKeyValue(key);
            return found == null ? "" : found.getValue();
        }

        /** Waits for the next observation of a name. It ends shortly after the answer was sent. */
        Stopped next(String name) throws InterruptedException {
            long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
            while (System.nanoTime() < deadline) {
                Optional<Stopped> found = stopped.stream()
                        .filter(each -> each.name().equals(name))
                        .findFirst();
                if (found.isPresent()) {
                    stopped.remove(found.get());
                    return found.get();
                }
                Thread.sleep(5);
            }
            throw new AssertionError("no observation " + name + " has ended");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {
        @Bean
        Seen seen() {
            return new Seen();
        }

        @Bean
        Payments payments() {
            return new Payments();
        }

        @Bean
        Endpoints endpoints(Payments payments) {
            return new Endpoints(payments);
        }

        @Bean
        PrincipalResolver oneCaller() {
            return request -> "ada";
        }

        @Bean
        org.springframework.security.web.SecurityFilterChain open(
                org.springframework.security.config.annotation.web.builders.HttpSecurity security) throws Exception {
            return security.csrf(csrf -> csrf.disable())
                    .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                    .build();
        }
    }

    static class Payments {
        private final AtomicInteger count = new AtomicInteger();

        @Idempotent(operation = "payments.settle", key = "#key", scope = "'all'")
        public String settle(String key) {
            return "settled " + count.incrementAndGet();
        }
    }

    @RestController
    static class Endpoints {
        private final AtomicInteger count = new AtomicInteger();
        private final Payments payments;

        Endpoints(Payments payments) {
            this.payments = payments;
        }

        @PostMapping("/payments")
        String pay(@RequestBody String body) {
            return "payment " + count.incrementAndGet();
        }

        @PostMapping("/settlements")
        String settle(@RequestBody String body) {
            return payments.settle(body);
        }
    }

    @BeforeAll
    void start() {
        application = ServedApplication.start(
                Application.class,
                "spring.datasource.url=jdbc:h2:mem:seen",
                // Otherwise the current observation is Spring Security's, within that of the request.
                "management.observations.enable.spring.security=false",
                "semel.store=memory:",
                "semel.http.routes[0].path=/payments",
                "semel.http.routes[0].operation=payments.create");
        seen = application.bean(Seen.class);
    }

    @AfterAll
    void stop() {
        application.close();
    }

    private void assertObserved(String path, String key, String operation, String outcome) throws InterruptedException {
        assertObserved(path, key, "{}", operation, outcome);
    }

    private void assertObserved(String path, String key, String body, String operation, String outcome)
            throws InterruptedException {
        application.post("", path, body, "Idempotency-Key", key);
        assertRequestObserved(operation, outcome);
    }

    private void assertRequestObserved(String operation, String outcome) throws InterruptedException {
        Seen.Stopped stopped = seen.next("http.server.requests");
        assertThat(stopped.operation()).isEqualTo(operation);
        assertThat(stopped.outcome()).isEqualTo(outcome);
        assertThat(stopped.all()).as("no key in it").doesNotContain("secret-");
    }

    @Test
    @DisplayName("of a request receives its outcome: executed, replayed, mismatch")
    void routes() throws InterruptedException {
        assertObserved("/payments", "secret-1", "payments.create", "executed");
        assertObserved("/payments", "secret-1", "payments.create", "replayed");
        assertObserved("/payments", "secret-1", "{\"other\":1}", "payments.create", "mismatch");
    }

    @Test
    @DisplayName("of a request receives the outcome of an idempotent method that its controller calls")
    void methods() throws InterruptedException {
        assertObserved("/settlements", "", "secret-2", "payments.settle", "executed");
        assertObserved("/settlements", "", "secret-2", "payments.settle", "replayed");
    }

    @Test
    @DisplayName("outside of HTTP receives the outcomes of methods")
    void outsideOfHttp() throws InterruptedException {
        Payments payments = application.bean(Payments.class);
        for (String outcome : List.of("executed", "replayed")) {
            observed("job", () -> payments.settle("secret-4"));
            assertThat(seen.next("job").outcome()).isEqualTo(outcome);
        }
    }

    @Test
    @DisplayName("of a request makes no meters but those that are documented")
    void meters() throws InterruptedException {
        assertObserved("/payments", "secret-5", "payments.create", "executed");
        assertThat(application.bean(MeterRegistry.class).getMeters().stream()
                        .map(meter -> meter.getId().getName())
                        .filter(name -> name.contains("semel"))
                        .distinct())
                .isNotEmpty()
                .allMatch(name -> name.startsWith("semel."));
    }

    private void observed(String name, Runnable work) {
        Observation.createNotStarted(name, application.bean(ObservationRegistry.class))
                .observe(work);
    }
}
