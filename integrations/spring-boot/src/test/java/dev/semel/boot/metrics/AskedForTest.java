package dev.semel.boot.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.boot.overview.SemelOverviewAutoConfiguration;
import dev.semel.boot.purge.SemelPurgeAutoConfiguration;
import dev.semel.boot.store.SemelAutoConfiguration;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

@DisplayName("meters of Semel that an application has after its start")
class AskedForTest {
    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SemelAutoConfiguration.class,
                    SemelPurgeAutoConfiguration.class,
                    SemelOverviewAutoConfiguration.class,
                    SemelMetricsAutoConfiguration.class))
            .withBean(MeterRegistry.class, SimpleMeterRegistry::new);

    private static Set<String> meters(ApplicationContext context) {
        MeterRegistry registry = context.getBean(MeterRegistry.class);
        context.getBeansOfType(MeterBinder.class).values().forEach(binder -> binder.bindTo(registry));
        return registry.getMeters().stream()
                .map(Meter::getId)
                .map(Meter.Id::getName)
                .filter(name -> name.startsWith("semel."))
                .collect(Collectors.toSet());
    }

    @Test
    @DisplayName("are none on a store that is not purged")
    void none() {
        application
                .withPropertyValues("semel.store=memory:")
                .run(context -> assertThat(meters(context)).isEmpty());
    }

    @Test
    @DisplayName("are those of the purge on a SQL store, unless it is turned off")
    void purge() {
        ApplicationContextRunner onSql = application.withBean(DataSource.class, AskedForTest::pool);
        onSql.run(context -> assertThat(meters(context))
                .containsExactlyInAnyOrder(
                        "semel.purge", "semel.purge.removed", "semel.purge.failures", "semel.purge.overdue"));
        onSql.withPropertyValues("semel.purge.enabled=false")
                .run(context -> assertThat(meters(context)).isEmpty());
    }

    @Test
    @DisplayName("are those of the records if semel.metrics.records-every is set")
    void records() {
        application
                .withPropertyValues("semel.store=memory:", "semel.metrics.records-every=1m")
                .run(context -> assertThat(meters(context)).containsExactly("semel.records"));
    }

    private static DataSource pool() {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl("jdbc:h2:mem:asked;DB_CLOSE_DELAY=-1");
        return pool;
    }
}
