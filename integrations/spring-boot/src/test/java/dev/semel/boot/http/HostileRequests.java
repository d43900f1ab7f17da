package dev.semel.boot.http;

import dev.semel.http.contract.HostileConnectionsContract;
import dev.semel.http.contract.Till;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.http.ResponseEntity;

/** Runs the contract on an application with the starter, in either version of Spring Boot. */
abstract class HostileRequests extends HostileConnectionsContract {
    /** The routes of {@link Till#guard}, as settings. */
    static final String[] ROUTES = {
        "--semel.http.routes[0].path=" + Till.PAYMENTS,
        "--semel.http.routes[0].operation=hostile.payments",
        "--semel.http.routes[1].path=" + Till.HOOKS,
        "--semel.http.routes[1].operation=hostile.hooks",
        "--semel.http.routes[1].key-in-body=/id",
        "--semel.http.routes[2].path=" + Till.EARLY,
        "--semel.http.routes[2].operation=hostile.early",
        "--semel.http.routes[2].dialogue.status-while-running=425",
        "--semel.http.routes[2].dialogue.retry-after=3s",
        "--semel.http.routes[3].path=" + Till.BUSY,
        "--semel.http.routes[3].operation=hostile.busy",
        "--semel.http.routes[3].dialogue.status-while-running=429",
        "--semel.http.routes[4].path=" + Till.LOCKED,
        "--semel.http.routes[4].operation=hostile.locked",
        "--semel.http.routes[4].dialogue.status-while-running=422",
        "--semel.http.routes[5].path=" + Till.ORDERS,
        "--semel.http.routes[5].operation=hostile.orders",
        "--semel.http.routes[5].while-running=accepted"
    };

    static Served run(Class<?> application, WebApplicationType type, Till till, String... more) {
        List<String> settings = new ArrayList<>(List.of(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.main.banner-mode=off",
                "--logging.level.root=error",
                // Spring answers 500 to a boundary that the container refuses, before it calls the endpoint.
                "--spring.servlet.multipart.enabled=false",
                "--semel.store=memory:"));
        settings.addAll(List.of(more));
        ApplicationContextInitializer<GenericApplicationContext> bean =
                context -> context.registerBean(Till.class, () -> till);
        ConfigurableApplicationContext running = new SpringApplicationBuilder(application)
                .web(type)
                .initializers(bean)
                .run(settings.toArray(String[]::new));
        return new Served() {
            @Override
            public int port() {
                return Integer.parseInt(running.getEnvironment().getRequiredProperty("local.server.port"));
            }

            @Override
            public void close() {
                running.close();
            }
        };
    }

    static ResponseEntity<String> answer(Till.Outcome outcome) {
        return ResponseEntity.status(outcome.status()).body(outcome.text());
    }
}
