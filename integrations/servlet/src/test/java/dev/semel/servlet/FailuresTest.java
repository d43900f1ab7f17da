package dev.semel.servlet;

import static dev.semel.servlet.Browser.isReplay;
import static dev.semel.servlet.Browser.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.testkit.Fault;
import dev.semel.testkit.StoreCall;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Setting.class)
@DisplayName("failures and detours")
class FailuresTest extends ServedTest {

    @Test
    @DisplayName("C11 answers of 401, 403, 408, 425, 429 and 5xx are not stored, set or sent as errors")
    void notStored() {
        application((request, response) -> {
            int status = Integer.parseInt(request.getParameter("status"));
            if (request.getParameter("error") == null) {
                response.setStatus(status);
                response.getWriter().print("run " + runs());
            } else {
                response.setHeader("X-Own", "1");
                response.sendError(status, "said so");
            }
        });
        for (int status : new int[] {401, 403, 425, 429, 500, 503}) {
            for (String error : List.of("", "&error=1")) {
                String path = "/payments?status=" + status + error;
                int before = runs();
                HttpResponse<byte[]> first =
                        to(path).key("k" + status + error.length()).send();
                HttpResponse<byte[]> second =
                        to(path).key("k" + status + error.length()).send();
                assertThat(List.of(first.statusCode(), second.statusCode())).containsOnly(status);
                assertThat(first.headers().firstValue("X-Own").isPresent()).isEqualTo(!error.isEmpty());
                assertThat(isReplay(second)).isFalse();
                assertThat(runs()).isEqualTo(before + 2);
            }
        }
    }

    @Test
    @DisplayName("C11 exceptions reach the server unchanged, and free the key")
    void exceptions() {
        IOException io = new IOException("broken");
        application((request, response) -> {
            response.getWriter().print("half an answer");
            response.flushBuffer();
            switch (runs()) {
                case 1 -> throw io;
                case 2 -> throw new ServletException("broken");
                case 3 -> throw new IllegalStateException("broken");
                case 4 -> throw new AssertionError("broken");
                default -> {}
            }
        });
        site().outer((request, response, chain) -> {
            if (runs() == 0) {
                assertThatThrownBy(() -> chain.doFilter(request, response)).isSameAs(io);
                throw io;
            }
            chain.doFilter(request, response);
        });
        for (int i = 0; i < 4; i++) {
            HttpResponse<byte[]> failed = pay("k").send();
            assertThat(failed.statusCode()).isEqualTo(500);
            assertThat(text(failed)).doesNotContain("half an answer");
        }
        assertThat(text(pay("k").send())).isEqualTo("half an answer");
        assertThat(runs()).isEqualTo(5);
    }

    @Test
    @DisplayName(
            "C11 the application can prevent an answer from being stored, and gets child keys that remain the same")
    void veto() {
        application((request, response) -> {
            if (runs() == 1) {
                request.setAttribute(IdempotencyFilter.DO_NOT_STORE, true);
            }
            response.getWriter()
                    .print(IdempotencyFilter.context(request).orElseThrow().childKey("network"));
        });
        HttpResponse<byte[]> first = pay("k").send();
        HttpResponse<byte[]> second = pay("k").send();
        assertThat(isReplay(second)).isFalse();
        assertThat(second.body()).isEqualTo(first.body()).hasSize(36);
        assertReplay(second, pay("k").send());
        assertThat(runs()).isEqualTo(2);
    }

    @Test
    @DisplayName("C4 an error below 500 that is sent by sendError has a body, and replays with it")
    void sentErrors() {
        site().filter.showErrorMessages();
        application((request, response) -> {
            response.setContentType("text/html");
            response.getWriter().print("not this");
            response.sendError(404, "no \"account\" " + runs());
            response.getWriter().print("nor this");
            assertThat(response.isCommitted()).isTrue();
        });
        HttpResponse<byte[]> first = pay("k").send();
        assertThat(first.statusCode()).isEqualTo(404);
        assertThat(text(first))
                .isEqualTo("{\"type\":\"about:blank\",\"status\":404,\"detail\":\"no \\\"account\\\" 1\"}");
        assertReplay(first, pay("k").send());
        assertThat(runs()).isEqualTo(1);
    }

    @Test
    @DisplayName("C11 a route that stores failures replays those sent by sendError, too")
    void storedFailures() {
        routes(route().storing(answer -> true));
        site().filter.showErrorMessages();
        application((request, response) -> response.sendError(503, "run " + runs()));
        HttpResponse<byte[]> first = pay("k").send();
        assertThat(text(first)).contains("run 1");
        assertReplay(first, pay("k").send());
    }

    @Test
    @DisplayName("C4 redirects replay")
    void redirects() {
        application((request, response) -> response.sendRedirect("/payments/" + runs()));
        HttpResponse<byte[]> first = pay("k").send();
        HttpResponse<byte[]> second = pay("k").send();
        assertThat(first.statusCode()).isEqualTo(302);
        assertThat(first.headers().firstValue("Location").orElseThrow()).endsWith("/payments/1");
        assertReplay(first, second);
        assertThat(second.headers().allValues("Location"))
                .isEqualTo(first.headers().allValues("Location"));
    }

    @Test
    @DisplayName("C16 a forward to another guarded path belongs to the original request")
    void forwards() {
        application((request, response) -> {
            if (request.getServletPath().isEmpty() && request.getPathInfo().equals("/payments")) {
                request.getRequestDispatcher("/payments/other?b=2").forward(request, response);
            } else {
                response.getWriter()
                        .print("forwarded " + request.getParameter("a") + request.getParameter("b") + " run " + runs());
            }
        });
        HttpResponse<byte[]> first = to("/payments?a=1").key("k").send();
        assertThat(text(first)).isEqualTo("forwarded 12 run 1");
        assertReplay(first, to("/payments?a=1").key("k").send());
        assertThat(runs()).isEqualTo(1);
    }

    @Test
    @DisplayName("C16 an include writes to the answer, and an error page comes from the server")
    void includesAndErrorPages() {
        application((request, response) -> {
            switch (request.getDispatcherType()) {
                case INCLUDE -> response.getWriter().print("included");
                case ERROR -> response.getWriter().print("error page");
                default -> {
                    if (request.getParameter("fail") != null) {
                        response.sendError(500);
                    } else {
                        request.getRequestDispatcher("/payments/part").include(request, response);
                    }
                }
            }
        });
        site().errorPage = "/payments/error";
        HttpResponse<byte[]> first = pay("k").send();
        assertThat(text(first)).isEqualTo("included");
        assertReplay(first, pay("k").send());
        for (int i = 0; i < 2; i++) {
            HttpResponse<byte[]> failed = to("/payments?fail=1").key("k2").send();
            assertThat(failed.statusCode()).isEqualTo(500);
            assertThat(text(failed)).isEqualTo("error page");
        }
        assertThat(runs()).isEqualTo(3);
    }

    @Test
    @DisplayName(
            "an answer that could not be recorded is reported, and its request does not run again during the lease")
    void notRecorded() {
        routes(route().lease(Duration.ofMillis(600)));
        countingApplication();
        for (int i = 0; i < 50; i++) {
            store.next(StoreCall.SETTLE, Fault.lostRequest());
        }
        HttpResponse<byte[]> first = pay("k").send();
        assertProblem(first, 500, "not-recorded");
        assertThat(text(first)).doesNotContain("run 1");
    }

    @Test
    @DisplayName("an application may reset what it has written")
    void resets() {
        application((request, response) -> {
            response.getWriter().print("not this");
            response.setHeader("X-Own", "1");
            response.reset();
            response.setContentType("text/plain");
            response.getWriter().print("nor this");
            response.resetBuffer();
            response.getWriter().print("this");
            response.flushBuffer();
            response.setStatus(202);
            response.setHeader("X-Own", "2");
            assertThatThrownBy(response::reset).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> response.sendError(400)).isInstanceOf(IllegalStateException.class);
        });
        HttpResponse<byte[]> first = pay("k").send();
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(text(first)).isEqualTo("this");
        assertThat(first.headers().firstValue("X-Own")).isEmpty();
        assertReplay(first, pay("k").send());
    }
}
