package dev.semel.boot.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.boot.BasicSecurity;
import dev.semel.boot.ServedApplication;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.CrossOrigin;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.server.ResponseStatusException;

@DisplayName("guarded controllers of Spring MVC")
class MvcEdgesTest {
    private ServedApplication application;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(BasicSecurity.Required.class)
    static class Application {
        @Bean
        Endpoints endpoints() {
            return new Endpoints();
        }
    }

    @RestController
    static class Endpoints {
        final AtomicInteger begun = new AtomicInteger();

        @PostMapping("/edges/refused")
        String refused() {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND, "account 17 is locked");
        }

        /** Never completes. */
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
        Stream<String> settings = Stream.of(
                "semel.store=memory:",
                "semel.http.routes[0].path=/edges/**",
                "semel.http.routes[0].operation=edges",
                "spring.mvc.async.request-timeout=200ms",
                "spring.servlet.multipart.max-file-size=1KB");
        application = ServedApplication.start(
                Application.class, Stream.concat(settings, Stream.of(more)).toArray(String[]::new));
    }

    @AfterEach
    void stop() {
        application.close();
    }

    private HttpResponse<String> send(String path, String body, String... headers) {
        Stream<String> key = Stream.of("Idempotency-Key", "k" + path.hashCode());
        return application.post(
                "ada", path, body, Stream.concat(key, Stream.of(headers)).toArray(String[]::new));
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
        assertThat(application.bean(Endpoints.class).begun).hasValue(1);

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
                "server.error.include-message=always",
                "spring.web.error.include-message=always",
                "semel.http.max-parts=0",
                "semel.http.routes[0].max-waiting=7",
                "semel.http.max-waiting-threads=3");
        assertThat(send("/edges/refused", "{}").body()).contains("account 17");
        assertThat(upload(100).statusCode()).isEqualTo(400);
    }
}
