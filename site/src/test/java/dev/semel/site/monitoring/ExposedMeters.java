package dev.semel.site.monitoring;

import dev.semel.Codec;
import dev.semel.Event;
import dev.semel.Facts;
import dev.semel.Listener;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.boot.QuotaListener;
import dev.semel.boot.purge.PurgeListener;
import dev.semel.http.quota.RouteQuota;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** What Prometheus reads from an application with the starter after every kind of event: names, labels and their values. */
final class ExposedMeters {
    private static final Pattern SAMPLE = Pattern.compile("(?m)^(semel_\\w+)(?:\\{(.*)})? ");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

    private final Map<String, Map<String, Set<String>>> samples = new HashMap<>();

    private ExposedMeters(String scraped) {
        SAMPLE.matcher(scraped).results().forEach(sample -> {
            Map<String, Set<String>> labels = samples.computeIfAbsent(sample.group(1), name -> new HashMap<>());
            LABEL.matcher(sample.group(2) == null ? "" : sample.group(2))
                    .results()
                    .forEach(label -> labels.computeIfAbsent(label.group(1), name -> new TreeSet<>())
                            .add(label.group(2)));
        });
    }

    @EnableAutoConfiguration
    static class Application {
        @Bean
        PrometheusMeterRegistry registry() {
            return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        }
    }

    static ExposedMeters scrape() {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .run("--semel.store=memory:", "--semel.metrics.records-every=1m", "--spring.main.banner-mode=off")) {
            PrometheusMeterRegistry registry = context.getBean(PrometheusMeterRegistry.class);
            // A store in memory has no purge, which would do so.
            context.getBeansOfType(PurgeListener.class).values().forEach(PurgeListener::onStart);
            context.getBeansOfType(MeterBinder.class).values().forEach(meters -> meters.bindTo(registry));
            Outcome<String> outcome = context.getBean(Semel.class)
                    .operation("payments.create", Codec.text())
                    .build()
                    .attempt("k-1", "request", call -> "done");
            Facts facts = ((Outcome.Executed<String>) outcome).facts();
            context.getBeansOfType(Listener.class)
                    .values()
                    .forEach(listener -> calls(facts).forEach(listener::on));
            context.getBeansOfType(QuotaListener.class)
                    .values()
                    .forEach(listener -> Arrays.stream(RouteQuota.Decision.values())
                            .forEach(decision -> listener.on("free", "payments.create", decision)));
            return new ExposedMeters(registry.scrape());
        }
    }

    private static Stream<Event> calls(Facts facts) {
        StoreException failure = new StoreException("the store does not answer", null);
        Duration time = Duration.ofMillis(1);
        return Stream.concat(
                Arrays.stream(Event.StoreCall.values())
                        .map(call -> new Event.StoreFailed(facts.operation(), call, failure)),
                Stream.of(
                        new Event.Executed(facts, time, time, time),
                        new Event.Replayed(facts, Event.Source.STORE),
                        new Event.Refused(facts),
                        new Event.Mismatched(facts),
                        new Event.InDoubt(facts),
                        new Event.TookOver(facts),
                        new Event.Reconciled(facts, "happened"),
                        new Event.Failed(facts, failure, false),
                        new Event.LeaseLost(facts),
                        new Event.ResultNotKept(facts, "too large"),
                        new Event.NotRecorded(facts),
                        new Event.RanUnprotected(facts.operation(), failure)));
    }

    Set<String> names() {
        return samples.keySet();
    }

    /** The labels of a sample, with the values they can have. */
    Map<String, Set<String>> labels(String name) {
        return samples.getOrDefault(name, Map.of());
    }
}
