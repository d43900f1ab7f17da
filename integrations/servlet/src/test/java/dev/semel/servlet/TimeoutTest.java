package dev.semel.servlet;

import static dev.semel.servlet.Browser.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.policy.Policies;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(
        value = Setting.class,
        names = {"TOMCAT", "JETTY"})
@DisplayName("C17 an asynchronous application that outlasts its time-out")
class TimeoutTest extends ServedTest {
    private final Gate gate = new Gate();

    /** Work that lasts until the gate opens, in a request with a time-out of 100 ms. */
    private AsyncContext startWork(HttpServletRequest request, Work work) {
        AsyncContext context = request.startAsync();
        context.setTimeout(100);
        CompletableFuture.runAsync(() -> {
            gate.pass();
            try {
                work.end(context);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return context;
    }

    @FunctionalInterface
    private interface Work {
        void end(AsyncContext context) throws IOException;
    }

    private static void complete(AsyncContext context) throws IOException {
        HttpServletResponse response = (HttpServletResponse) context.getResponse();
        response.setStatus(201);
        response.setContentType("text/plain");
        response.getWriter().print("late");
        context.complete();
    }

    private HttpResponse<byte[]> awaitOther(HttpResponse<byte[]> not) {
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        HttpResponse<byte[]> next = pay("k").send();
        while (text(next).equals(text(not)) && System.nanoTime() < end) {
            LockSupport.parkNanos(20_000_000);
            next = pay("k").send();
        }
        return next;
    }

    @Test
    @DisplayName("keeps its key while its work continues, and its late answer is recorded")
    void completesLate() {
        application((request, response) -> startWork(request, TimeoutTest::complete));
        assertThat(pay("k").send().statusCode()).isEqualTo(500);
        HttpResponse<byte[]> during = pay("k").send();
        assertProblem(during, 409, "in-progress");
        assertProblem(pay("k").send(), 409, "in-progress");
        gate.open();
        HttpResponse<byte[]> after = awaitOther(during);
        assertThat(after.statusCode()).isEqualTo(201);
        assertThat(text(after)).isEqualTo("late");
        assertThat(Browser.isReplay(after)).isTrue();
        assertThat(runs()).isEqualTo(1);
    }

    @Test
    @DisplayName("may give a late answer above the limit, which is recorded as too long")
    void tooLongAndLate() {
        routes(route().limits(100, 1000));
        application((request, response) -> startWork(request, context -> {
            context.getResponse().getWriter().print("x".repeat(50_000));
            context.complete();
        }));
        assertThat(pay("k").send().statusCode()).isEqualTo(500);
        HttpResponse<byte[]> during = pay("k").send();
        gate.open();
        assertProblem(awaitOther(during), 409, "result-not-kept");
        assertThat(runs()).isEqualTo(1);
    }

    @Test
    @DisplayName("runs again after a late answer that it does not want stored")
    void vetoesLate() {
        application((request, response) -> {
            if (runs() == 1) {
                startWork(request, context -> {
                    request.setAttribute(IdempotencyFilter.DO_NOT_STORE, true);
                    complete(context);
                });
            } else {
                response.getWriter().print("run " + runs());
            }
        });
        assertThat(pay("k").send().statusCode()).isEqualTo(500);
        HttpResponse<byte[]> during = pay("k").send();
        gate.open();
        assertThat(text(awaitOther(during))).isEqualTo("run 2");
    }

    @Test
    @DisplayName("keeps its key for a lease after it answered 503 at the time-out, since its work may continue")
    void answersUnavailable() {
        routes(route().lease(Duration.ofSeconds(20)));
        application((request, response) -> {
            if (runs() == 1) {
                startWork(request, context -> {}).addListener(new AtTimeout(context -> {
                    ((HttpServletResponse) context.getResponse()).sendError(503);
                    context.complete();
                }));
            } else {
                response.getWriter().print("run " + runs());
            }
        });
        HttpResponse<byte[]> first = pay("k").send();
        assertThat(first.statusCode()).isEqualTo(503);
        HttpResponse<byte[]> during = pay("k").send();
        assertProblem(during, 409, "in-progress");
        assertThat(text(awaitOther(during))).isEqualTo("run 2");
        gate.open();
    }

    @Test
    @DisplayName("is in doubt a lease after it answered 503 at the time-out, if its route holds abandoned records")
    void isInDoubt() {
        routes(route().lease(Duration.ofSeconds(20)).afterAbandonment(Policies.hold()));
        application((request, response) -> startWork(request, context -> {}).addListener(new AtTimeout(context -> {
            ((HttpServletResponse) context.getResponse()).setStatus(503);
            context.complete();
        })));
        assertThat(pay("k").send().statusCode()).isEqualTo(503);
        HttpResponse<byte[]> during = pay("k").send();
        assertProblem(during, 409, "in-progress");
        assertProblem(awaitOther(during), 409, "in-doubt");
        assertThat(runs()).isEqualTo(1);
        gate.open();
    }

    @Test
    @DisplayName("frees its key if it answers 503 at the time-out and does not want that stored")
    void saysThatNothingWasDone() {
        application((request, response) -> {
            if (runs() == 1) {
                startWork(request, context -> {}).addListener(new AtTimeout(context -> {
                    request.setAttribute(IdempotencyFilter.DO_NOT_STORE, true);
                    ((HttpServletResponse) context.getResponse()).setStatus(503);
                    context.complete();
                }));
            } else {
                response.getWriter().print("run " + runs());
            }
        });
        HttpResponse<byte[]> first = pay("k").send();
        assertThat(first.statusCode()).isEqualTo(503);
        assertThat(text(pay("k").send())).isEqualTo("run 2");
        gate.open();
    }

    private record AtTimeout(Work reaction) implements AsyncListener {
        @Override
        public void onTimeout(AsyncEvent event) throws IOException {
            reaction.end(event.getAsyncContext());
        }

        @Override
        public void onComplete(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }
}
