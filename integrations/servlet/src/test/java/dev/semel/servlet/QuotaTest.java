package dev.semel.servlet;

import static dev.semel.servlet.Browser.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.counter.Counter;
import dev.semel.counter.Counters;
import dev.semel.counter.Window;
import dev.semel.counter.memory.MemoryCounterStore;
import dev.semel.http.RouteBuilder;
import dev.semel.http.quota.RouteQuota;
import jakarta.servlet.AsyncContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(
        value = Setting.class,
        names = {"TOMCAT", "JETTY"})
@DisplayName("a quota behind the filter")
class QuotaTest extends ServedTest {
    private final Counters counters = Counters.on(new MemoryCounterStore());
    private final Counter requests =
            counters.counter("requests", Window.every(Duration.ofDays(1000))).build();

    private RouteBuilder limited(long most) {
        return route().quota(RouteQuota.builder(counters).limit(requests, most).build());
    }

    private static Optional<String> left(HttpResponse<byte[]> response) {
        return response.headers().firstValue("RateLimit").map(field -> field.replaceAll(";t=\\d+$", ""));
    }

    @Test
    @DisplayName(
            "E7 C11 lets that many requests run, reports what is left, replays without counting, and refuses with 429")
    void limit() {
        routes(limited(2));
        countingApplication();
        HttpResponse<byte[]> first = pay("a").as("ada").send();
        assertThat(left(first)).contains("\"requests\";r=1");
        assertThat(first.headers().firstValue("RateLimit-Policy")).contains("\"requests\";q=2;w=86400000");
        assertThat(first.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain"));
        HttpResponse<byte[]> replay = pay("a").as("ada").send();
        assertReplay(first, replay);
        assertThat(left(replay)).isEmpty();
        assertThat(left(pay("b").as("ada").send())).contains("\"requests\";r=0");
        HttpResponse<byte[]> refused = pay("c").as("ada").send();
        assertProblem(refused, 429, "quota-exceeded");
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(left(refused)).contains("\"requests\";r=0");
        assertThat(pay("c").as("bob").send().statusCode()).isEqualTo(201);
        assertThat(runs()).isEqualTo(3);
    }

    @Test
    @DisplayName("E7 reports what is left with every kind of answer: too long to store, errors, asynchronous ones")
    void answers() {
        routes(limited(10).limits(1000, 1000));
        application((request, response) -> {
            switch (String.valueOf(request.getParameter("kind"))) {
                case "long" -> response.getWriter().print("x".repeat(100_000));
                case "error" -> response.sendError(404, "none");
                case "down" -> response.sendError(503);
                default -> {
                    AsyncContext context = request.startAsync();
                    context.start(() -> {
                        try {
                            context.getResponse().getWriter().print("later");
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                        context.complete();
                    });
                }
            }
        });
        HttpResponse<byte[]> whole = to("/payments?kind=long").key("a").send();
        assertThat(whole.body()).hasSize(100_000);
        assertThat(left(whole)).contains("\"requests\";r=9");
        HttpResponse<byte[]> error = to("/payments?kind=error").key("b").send();
        assertThat(error.statusCode()).isEqualTo(404);
        assertThat(left(error)).as("given back").contains("\"requests\";r=9");
        assertThat(left(to("/payments?kind=down").key("c").send())).contains("\"requests\";r=8");
        HttpResponse<byte[]> later = to("/payments?kind=async").key("d").send();
        assertThat(text(later)).isEqualTo("later");
        assertThat(left(later)).contains("\"requests\";r=7");
    }

    @Test
    @DisplayName("E7 counts requests without a key, whose errors the server shows")
    void withoutKey() {
        routes(limited(2).keyOptional());
        application((request, response) -> {
            String body = new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            response.setHeader("X-Body", body);
            response.sendError(503, "none");
        });
        HttpResponse<byte[]> first = to("/payments").body("hello").send();
        assertThat(first.statusCode()).isEqualTo(503);
        assertThat(first.headers().firstValue("X-Body")).contains("hello");
        assertThat(text(first)).doesNotContain("about:blank");
        assertThat(left(first)).contains("\"requests\";r=1");
        to("/payments").send();
        assertProblem(to("/payments").send(), 429, "quota-exceeded");
        assertThat(runs()).isEqualTo(2);
    }
}
