package dev.semel.servlet;

import static dev.semel.servlet.Browser.text;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletResponse;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(
        value = Setting.class,
        names = {"TOMCAT", "JETTY"})
@DisplayName("C30 headers")
class HeadersTest extends ServedTest {
    private static final List<String> OF_THE_APPLICATION = List.of(
            "Cache-Control",
            "Expires",
            "Pragma",
            "Content-Security-Policy",
            "X-Content-Type-Options",
            "X-Frame-Options",
            "Referrer-Policy",
            "Strict-Transport-Security",
            "Permissions-Policy",
            "Cross-Origin-Resource-Policy");

    private static List<String> all(HttpResponse<?> response, String name) {
        return response.headers().allValues(name);
    }

    @Test
    @DisplayName("of the application about caching and security are replayed unchanged")
    void replayed() {
        application((request, response) ->
                OF_THE_APPLICATION.forEach(name -> response.setHeader(name, "of run " + runs())));
        pay("k").send();
        HttpResponse<byte[]> replay = pay("k").send();
        assertThat(Browser.isReplay(replay)).isTrue();
        OF_THE_APPLICATION.forEach(name -> assertThat(all(replay, name)).containsExactly("of run 1"));
    }

    @Test
    @DisplayName("of earlier filters remain on replays and problems")
    void ofOuterFilters() {
        site().outer((request, response, chain) -> {
            HttpServletResponse answering = (HttpServletResponse) response;
            answering.setHeader("X-Frame-Options", "DENY");
            answering.setHeader("Access-Control-Allow-Origin", "https://shop.example");
            answering.setHeader("Access-Control-Expose-Headers", "Retry-After");
            answering.addHeader("Vary", "Origin");
            chain.doFilter(request, response);
        });
        application((request, response) -> {
            response.addHeader("Vary", "Accept");
            response.setStatus(201);
        });
        pay("k").send();
        HttpResponse<byte[]> replay = pay("k").send();
        HttpResponse<byte[]> problem = pay("k").body("other").send();
        assertThat(Browser.isReplay(replay)).isTrue();
        assertProblem(problem, 422, "other-request");
        assertThat(all(problem, "Cache-Control")).containsExactly("no-store");
        for (HttpResponse<byte[]> each : List.of(replay, problem)) {
            assertThat(all(each, "X-Frame-Options")).containsExactly("DENY");
            assertThat(all(each, "Access-Control-Allow-Origin")).containsExactly("https://shop.example");
            assertThat(all(each, "Access-Control-Expose-Headers")).contains("Retry-After");
            assertThat(all(each, "Vary")).contains("Origin");
        }
        assertThat(all(replay, "Vary")).contains("Accept");
    }

    @Test
    @DisplayName("by which the application lets another origin read its answer are replayed to that origin only")
    void crossOrigin() {
        application((request, response) -> {
            response.setHeader("Access-Control-Allow-Origin", request.getHeader("Origin"));
            response.setHeader("Access-Control-Allow-Credentials", "true");
        });
        pay("k").header("Origin", "https://shop.example").send();
        HttpResponse<byte[]> same =
                pay("k").header("Origin", "https://shop.example").send();
        assertThat(all(same, "Access-Control-Allow-Origin")).containsExactly("https://shop.example");
        assertThat(all(same, "Access-Control-Allow-Credentials")).containsExactly("true");
        assertThat(all(same, "Access-Control-Expose-Headers")).containsExactly("Idempotency-Replayed");
        HttpResponse<byte[]> other =
                pay("k").header("Origin", "https://other.example").send();
        assertThat(Browser.isReplay(other)).isTrue();
        assertThat(other.headers().map().keySet())
                .noneMatch(name -> name.toLowerCase(java.util.Locale.ROOT).startsWith("access-control"));
        assertThat(all(pay("k").send(), "Access-Control-Allow-Origin")).isEmpty();
    }

    @Test
    @DisplayName("by which the application lets all origins read its answer are replayed to all")
    void anyOrigin() {
        application((request, response) -> response.setHeader("Access-Control-Allow-Origin", "*"));
        pay("k").header("Origin", "https://shop.example").send();
        HttpResponse<byte[]> other =
                pay("k").header("Origin", "https://other.example").send();
        assertThat(all(other, "Access-Control-Allow-Origin")).containsExactly("*");
    }

    @Test
    @DisplayName("aside, callers see the message of sendError only if the filter shows it")
    void errorMessages() {
        application((request, response) -> response.sendError(404, "account 17 of tenant 4 is locked"));
        HttpResponse<byte[]> first = pay("k").send();
        assertThat(first.statusCode()).isEqualTo(404);
        assertThat(text(first)).isEqualTo("{\"type\":\"about:blank\",\"status\":404}");
        assertReplay(first, pay("k").send());
        site().filter.showErrorMessages();
        assertThat(text(pay("k2").send())).contains("account 17");
    }
}
