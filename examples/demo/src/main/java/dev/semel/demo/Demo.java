package dev.semel.demo;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The demo service: {@code ./semel demo [--port N] [--store URL] [--data DIR]}. */
@SpringBootApplication(proxyBeanMethods = false)
public class Demo {

    /** Starts the service. Ends with code 2 and one sentence if it can't. */
    public static void main(String[] arguments) {
        try {
            Choices choices = Choices.of(arguments);
            Ports.requireFree(choices.port());
            ConfigurableApplicationContext context = start(choices);
            Welcome.print(context.getEnvironment().getRequiredProperty("local.server.port", Integer.class));
        } catch (Throwable thrown) {
            System.err.println(Sentence.of(thrown));
            System.exit(2);
        }
    }

    /** Starts the service in this process. */
    static ConfigurableApplicationContext start(Choices choices) {
        SpringApplication application = new SpringApplication(Demo.class);
        application.setRegisterShutdownHook(true);
        application.addInitializers(context -> context.getBeanFactory().registerSingleton("choices", choices));
        application.setDefaultProperties(Map.of(
                "server.port",
                choices.port(),
                "semel.store",
                choices.store().isSql() ? "" : choices.store().text()));
        return application.run();
    }
}
