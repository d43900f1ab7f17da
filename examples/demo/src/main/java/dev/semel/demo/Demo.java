package dev.semel.demo;

import com.zaxxer.hikari.HikariDataSource;
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

    /** Starts the service. Ends with code 2 and one sentence if it can't. */
    public static void main(String[] arguments) {
        try {
            Choices choices = Choices.of(System.getenv("SEMEL_STORE"), List.of(arguments));
            Ports.requireFree(choices.port());
            Rehearsal rehearsal = Rehearsal.isOne() ? new Rehearsal() : null;
            ConfigurableApplicationContext context = start(choices);
            Welcome.print(context.getEnvironment().getRequiredProperty("local.server.port", Integer.class));
            if (rehearsal != null) {
                rehearsal.end();
            }
        } catch (Throwable thrown) {
            System.err.println(Sentence.of(thrown));
            System.exit(2);
        }
    }

    /** Starts the service in this process. */
    static ConfigurableApplicationContext start(Choices choices) {
        SpringApplication application = new SpringApplication(Demo.class);
        ApplicationContextInitializer<GenericApplicationContext> opening = context -> open(choices, context);
        application.addInitializers(opening);
        return application.run();
    }

    /** Before the environment, in which SEMEL_STORE would else be the starter's own setting: it gets the demo's pool. */
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

    /** Before anything else: if the database can't be reached, nothing else is worth its time. */
    private static void open(Choices choices, GenericApplicationContext context) {
        context.getEnvironment().getPropertySources().addFirst(settings(choices));
        Deadline deadline = Deadline.start();
        try {
            HikariDataSource database = Database.open(choices);
            context.registerBean("dataSource", HikariDataSource.class, () -> database);
        } finally {
            deadline.over();
        }
    }
}
