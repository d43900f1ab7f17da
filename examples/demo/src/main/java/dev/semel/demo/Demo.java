package dev.semel.demo;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.boot.StoreAddress;
import dev.semel.counter.store.CounterStore;
import dev.semel.demo.start.Choices;
import dev.semel.demo.start.Deadline;
import dev.semel.demo.start.DemoDatabase;
import dev.semel.demo.start.PortCheck;
import dev.semel.demo.start.Rehearsal;
import dev.semel.demo.start.Sentence;
import dev.semel.demo.start.StoreDeadline;
import dev.semel.demo.start.Welcome;
import dev.semel.jdbc.counter.JdbcCounterStore;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;

/** The demo service: {@code ./semel demo [--port N] [--store URL] [--data DIR] [--quota N]}. */
@SpringBootApplication(proxyBeanMethods = false)
public class Demo {

    /** Starts the service. Exits with code 2 after one sentence if that fails. */
    public static void main(String[] arguments) {
        try {
            Choices choices = Choices.of(System.getenv("SEMEL_STORE"), List.of(arguments));
            PortCheck.requireFree(choices.port());
            Rehearsal rehearsal = Rehearsal.isOne() ? new Rehearsal() : null;
            ConfigurableApplicationContext context = start(choices, true);
            Welcome.print(context.getEnvironment().getRequiredProperty("local.server.port", Integer.class));
            if (rehearsal != null) {
                rehearsal.end();
            }
        } catch (Throwable thrown) {
            System.err.println(Sentence.of(thrown));
            System.exit(2);
        }
    }

    /** Starts the service in this process, without the checks of the command line and however long the store takes. */
    static ConfigurableApplicationContext start(Choices choices) {
        return start(choices, false);
    }

    private static ConfigurableApplicationContext start(Choices choices, boolean exitIfSlow) {
        SpringApplication application = new SpringApplication(Demo.class);
        ApplicationContextInitializer<GenericApplicationContext> opening =
                context -> open(choices, context, exitIfSlow);
        application.addInitializers(opening);
        return application.run();
    }

    /** Overrides the environment, in which the starter would read SEMEL_STORE as its own setting instead of using the demo's pool. */
    private static MapPropertySource settings(Choices choices) {
        return new MapPropertySource(
                "demo",
                Map.of(
                        "server.port",
                        choices.port(),
                        "semel.quotas.requests.per-month",
                        choices.quota(),
                        "semel.store",
                        choices.store().isSql() ? "" : choices.store().text()));
    }

    /** Opens the database first, so that the start fails early if it cannot be reached. */
    private static void open(Choices choices, GenericApplicationContext context, boolean exitIfSlow) {
        context.getEnvironment().getPropertySources().addFirst(settings(choices));
        if (exitIfSlow) {
            context.registerBean("storeDeadline", StoreDeadline.class, StoreDeadline::new);
        }
        Deadline deadline = exitIfSlow ? Deadline.start() : null;
        try {
            HikariDataSource database = DemoDatabase.open(choices);
            context.registerBean("dataSource", HikariDataSource.class, () -> database);
            if (choices.store().kind() == StoreAddress.Kind.MOMENTO) {
                // Momento keeps no item for a month, so the counts are beside the effects.
                context.registerBean(
                        "counts",
                        CounterStore.class,
                        () -> JdbcCounterStore.builder(database)
                                .createSchema(true)
                                .build());
            }
        } finally {
            if (deadline != null) {
                deadline.met();
            }
        }
    }
}
