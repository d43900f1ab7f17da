package dev.semel.boot.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.CrossOrigin;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.server.ResponseStatusException;

@DisplayName("guarded controllers of Spring MVC")
class MvcEdgesTest {
    private final HttpClient http = HttpClient.newHttpClient();
    private ConfigurableApplicationContext application;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {
        @Bean
        Endpoints endpoints() {
            return new Endpoints();
        }

        @Bean
        SecurityFilterChain security(HttpSecurity security) throws Exception {
            return security.csrf(csrf -> csrf.disable())
                    .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                    .httpBasic(Customizer.withDefaults())
                    .build();
        }

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(
                    User.withUsername("ada").password("{noop}pw").build());
        }
    }

    @RestController
    static class Endpoints {
        final AtomicInteger begun = new AtomicInteger();

        @PostMapping("/edges/refused")
        String refused() {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND, "account 17 is locked");
        }

        /** Never ends. */
        @PostMapping("/edges/slow")
        DeferredResult<String> slow() {
            begun.incrementAndGet();
            return new DeferredResult<>();
        }

        @PostMapping("/edges/uploads")
        String upload(@RequestParam("file") MultipartFile file) {
            return "uploaded " + file.getSize();
        }

        @CrossOrigin(origins = "https://shop.example")
        @PostMapping("/edges/shop")
        String shop() {
            return "sold " + begun.incrementAndGet();
        }
    }

    private void start(String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.main.banner-mode=off",
                "--semel.store=memory:",
                "--semel.http.routes[0].path=/edges/**",
                "--semel.http.routes[0].operation=edges",
                "--spring.mvc.async.request-timeout=200ms",
                "--spring.servlet.multipart.max-file-size=1KB"));
        arguments.addAll(List.of(more));
        application = new SpringApplication(Application.class).run(arguments.toArray(String[]::new));
    }

    @AfterEach
    void stop() {
        application.close();
    }

    private HttpResponse<String> send(String path, String body, String... headers) {
        String port = application.getEnvironment().getRequiredProperty("local.server.port");
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(60))
                .header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString("ada:pw".getBytes(StandardCharsets.UTF_8)))
                .header("Idempotency-Key", "k" + path.hashCode())
                .POST(BodyPublishers.ofString(body));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        try {
            return http.send(request.build(), BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private HttpResponse<String> upload(int bytes) {
        return send(
                "/edges/uploads?bytes=" + bytes,
                "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\n" + "x".repeat(bytes)
                        + "\r\n--b--\r\n",
                "Content-Type",
                "multipart/form-data; boundary=b");
    }

    @Test
    @DisplayName(
            "C17 C29 C30 hide reasons, hold keys after time-outs, apply the server's limits, and send CORS headers on replays")
    void byDefault() {
        start();
        HttpResponse<String> refused = send("/edges/refused", "{}");
        assertThat(refused.statusCode()).isEqualTo(404);
        assertThat(refused.body()).doesNotContain("account 17");

        assertThat(send("/edges/slow", "{}").statusCode()).isEqualTo(503);
        HttpResponse<String> retry = send("/edges/slow", "{}");
        assertThat(retry.statusCode()).isEqualTo(409);
        assertThat(retry.body()).contains("in-progress");
        assertThat(application.getBean(Endpoints.class).begun).hasValue(1);

        assertThat(upload(100).body()).isEqualTo("uploaded 100");
        assertThat(upload(2000).statusCode()).isEqualTo(413);

        String[] origin = {"Origin", "https://shop.example"};
        send("/edges/shop", "{}", origin);
        HttpResponse<String> replay = send("/edges/shop", "{}", origin);
        assertThat(replay.headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(replay.headers().firstValue("Access-Control-Allow-Origin")).contains("https://shop.example");
        assertThat(replay.headers().firstValue("X-Content-Type-Options"))
                .as("of Spring Security")
                .contains("nosniff");
        assertThat(retry.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    }

    @Test
    @DisplayName("C30 show reasons if Spring Boot does, and apply the configured limits")
    void bySettings() {
        start(
                "--server.error.include-message=always",
                "--spring.web.error.include-message=always",
                "--semel.http.max-parts=0",
                "--semel.http.routes[0].max-waiting=7",
                "--semel.http.max-waiting-threads=3");
        assertThat(send("/edges/refused", "{}").body()).contains("account 17");
        assertThat(upload(100).statusCode()).isEqualTo(400);
    }
}
