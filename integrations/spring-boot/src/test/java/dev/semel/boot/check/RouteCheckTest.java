package dev.semel.boot.check;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.semel.boot.WrongSettingException;
import dev.semel.boot.http.SemelHttpAutoConfiguration;
import dev.semel.boot.method.SemelSpringAutoConfiguration;
import dev.semel.boot.store.SemelAutoConfiguration;
import dev.semel.boot.store.SemelCountersAutoConfiguration;
import dev.semel.spring.Idempotent;
import jakarta.servlet.ServletRegistration;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.mock.web.MockServletContext;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.config.EnableWebFlux;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;
import org.springframework.web.servlet.config.annotation.PathMatchConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/** An application with a misspelt path in a route started without an error, and one key made two payments. */
@DisplayName("a route")
@Isolated("reads the log, which the start of another application sets up from scratch")
class RouteCheckTest {
    private static final AutoConfigurations SEMEL = AutoConfigurations.of(
            SemelAutoConfiguration.class,
            SemelCountersAutoConfiguration.class,
            SemelHttpAutoConfiguration.class,
            SemelSpringAutoConfiguration.class);

    private final WebApplicationContextRunner application = new WebApplicationContextRunner()
            .withConfiguration(SEMEL)
            .withUserConfiguration(Mvc.class)
            .withPropertyValues("semel.store=memory:");
    private final Logger log = (Logger) LoggerFactory.getLogger("dev.semel.boot");
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();

    @Configuration
    @EnableWebMvc
    static class Mvc {
        @Bean
        Payments payments() {
            return new Payments();
        }
    }

    @Configuration
    static class Prefixed implements WebMvcConfigurer {
        @Override
        public void configurePathMatch(PathMatchConfigurer paths) {
            paths.addPathPrefix("/v1", type -> true);
        }
    }

    @Configuration
    static class Functions {
        @Bean
        RouterFunction<ServerResponse> functions() {
            return RouterFunctions.route()
                    .POST("/functions", request -> ServerResponse.ok().build())
                    .build();
        }
    }

    @Configuration
    @EnableWebFlux
    static class Flux {
        @Bean
        Payments payments() {
            return new Payments();
        }
    }

    @RestController
    static class Payments {
        @PostMapping("/payments")
        String pay() {
            return "paid";
        }

        @PutMapping("/payments")
        String change() {
            return "changed";
        }

        @PostMapping("/payments/{id:[0-9]+}/refunds")
        String refund() {
            return "refunded";
        }
    }

    static class Methods {
        @Idempotent(operation = "op0", key = "#key")
        public String pay(String key) {
            return key;
        }
    }

    /** A servlet below /legacy, and the dispatcher below /api. */
    static class WithServlets extends MockServletContext {
        @Override
        public Map<String, ? extends ServletRegistration> getServletRegistrations() {
            return Map.of(
                    "legacy", registration("com.example.Legacy", "/legacy/*"),
                    "mvc", registration("org.springframework.web.servlet.DispatcherServlet", "/api/*"));
        }

        private static ServletRegistration registration(String type, String mapping) {
            return (ServletRegistration) Proxy.newProxyInstance(
                    WithServlets.class.getClassLoader(),
                    new Class<?>[] {ServletRegistration.class},
                    (proxy, method, arguments) -> method.getName().equals("getClassName") ? type : Set.of(mapping));
        }
    }

    @BeforeEach
    void listen() {
        logged.start();
        log.setLevel(Level.INFO);
        log.addAppender(logged);
    }

    @AfterEach
    void stop() {
        log.detachAppender(logged);
        log.setLevel(null);
    }

    private List<String> warnings() {
        return logged.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    private static String[] routes(String... paths) {
        String[] settings = new String[paths.length * 2];
        for (int i = 0; i < paths.length; i++) {
            settings[2 * i] = "semel.http.routes[" + i + "].path=" + paths[i];
            settings[2 * i + 1] = "semel.http.routes[" + i + "].operation=op" + i;
        }
        return settings;
    }

    @Test
    @DisplayName("that matches no handler fails the start, with all such routes and suggestions in one message")
    void unmatched() {
        application
                .withPropertyValues(routes("/payment", "/payments", "/orders"))
                .run(context -> assertThat(context.getStartupFailure())
                        .isInstanceOf(WrongSettingException.class)
                        .hasMessageContaining("semel.http.routes[0].path is /payment (POST, PATCH)")
                        .hasMessageContaining("did you mean /payments?")
                        .hasMessageNotContaining("routes[1]")
                        .hasMessageContaining("semel.http.routes[2].path is /orders"));
    }

    @Test
    @DisplayName("that matches no handler is a warning or ignored if the application chooses so")
    void choice() {
        application
                .withPropertyValues(routes("/payment"))
                .withPropertyValues("semel.http.unmatched-routes=warn")
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(warnings()).anyMatch(each -> each.contains("semel.http.routes[0].path is /payment"));
        logged.list.clear();
        application
                .withPropertyValues(routes("/payment"))
                .withPropertyValues("semel.http.unmatched-routes=ignore")
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(warnings()).noneMatch(each -> each.contains("/payment"));
    }

    @Test
    @DisplayName("matches a handler by variables, wildcards and prefixes")
    void patterns() {
        application
                .withPropertyValues(
                        routes("/payments/{id}/refunds", "/payments/*/refunds", "/payments/**", "/**", "/payments/"))
                .run(context -> assertThat(context).hasNotFailed());
        application
                .withUserConfiguration(Prefixed.class)
                .withPropertyValues("spring.mvc.servlet.path=/api")
                .withPropertyValues(routes("/api/v1/payments"))
                .run(context -> assertThat(context).hasNotFailed());
        application
                .withUserConfiguration(Prefixed.class)
                .withPropertyValues("spring.mvc.servlet.path=/api")
                .withPropertyValues(routes("/payments"))
                .run(context -> assertThat(context).hasFailed());
    }

    @Test
    @DisplayName("matches no handler if the methods differ")
    void methods() {
        application
                .withPropertyValues(routes("/payments/{id}/refunds"))
                .withPropertyValues("semel.http.routes[0].methods=DELETE")
                .run(context -> assertThat(context.getStartupFailure()).hasMessageContaining("(DELETE)"));
    }

    @Test
    @DisplayName("that omits a method of a handler is a warning that names the method")
    void leftOut() {
        application
                .withPropertyValues(routes("/payments"))
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(warnings())
                .anyMatch(each -> each.startsWith("PUT /payments has a handler and is not guarded")
                        && each.contains("semel.http.routes[0].methods"));
        logged.list.clear();
        application
                .withPropertyValues(routes("/payments"))
                .withPropertyValues("semel.http.routes[0].methods=POST,PUT")
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(warnings()).noneMatch(each -> each.contains("is not guarded"));
    }

    @Test
    @DisplayName("that a function may handle is a warning at most")
    void functions() {
        application
                .withUserConfiguration(Functions.class)
                .withPropertyValues(routes("/functions"))
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(warnings()).anyMatch(each -> each.contains("/functions"));
    }

    @Test
    @DisplayName("may be handled by a servlet of the application")
    void servlets() {
        application
                .withInitializer(context -> context.setServletContext(new WithServlets()))
                .withPropertyValues(routes("/legacy/pay", "/api/payments"))
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    @DisplayName("is compared with the handlers of WebFlux as well")
    void webFlux() {
        ReactiveWebApplicationContextRunner reactive = new ReactiveWebApplicationContextRunner()
                .withConfiguration(SEMEL)
                .withUserConfiguration(Flux.class)
                .withPropertyValues("semel.store=memory:");
        reactive.withPropertyValues(routes("/payment"))
                .run(context -> assertThat(context.getStartupFailure())
                        .hasMessageContaining("semel.http.routes[0].path is /payment")
                        .hasMessageContaining("did you mean /payments?"));
        reactive.withPropertyValues(routes("/payments", "/payments/{id}/refunds"))
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(warnings()).anyMatch(each -> each.startsWith("PUT /payments has a handler and is not guarded"));
    }

    @Test
    @DisplayName("with the operation of an idempotent method is refused")
    void sameOperation() {
        application
                .withBean(Methods.class)
                .withPropertyValues(routes("/payments"))
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining("its operation op0 is that of an HTTP route, too"));
    }
}
