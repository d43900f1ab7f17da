package dev.semel.servlet;

import static dev.semel.servlet.Browser.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Context;
import dev.semel.StoreException;
import dev.semel.http.contract.StandInTransactions;
import dev.semel.session.Session;
import dev.semel.store.Result;
import dev.semel.testkit.Fault;
import dev.semel.testkit.StoreCall;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.WriteListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(
        value = Setting.class,
        names = {"TOMCAT", "JETTY", "JETTY_ON_REDIS"})
@DisplayName("C10 an asynchronous application")
class AsyncTest extends ServedTest {

    private static void elsewhere(AsyncContext context, String text) {
        CompletableFuture.runAsync(() -> {
            try {
                context.getResponse().getWriter().print(text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            context.complete();
        });
    }

    private void assertRecorded(String text) {
        HttpResponse<byte[]> first = pay("k").send();
        assertThat(text(first)).isEqualTo(text);
        assertReplay(first, pay("k").send());
        assertThat(runs()).isEqualTo(1);
    }

    @Test
    @DisplayName("is recorded when it completes, before anything is sent")
    void completes() {
        application((request, response) -> {
            response.setContentType("text/plain");
            elsewhere(request.startAsync(), "run " + runs());
        });
        store.next(StoreCall.SETTLE, Fault.delayBefore(Duration.ofMillis(100)));
        assertRecorded("run 1");
    }

    @Test
    @DisplayName("may complete immediately, on the thread of the request")
    void completesAtOnce() {
        application((request, response) -> {
            AsyncContext context = request.startAsync(request, response);
            assertThat(request.getAsyncContext()).isSameAs(context);
            response.getWriter().print("run " + runs());
            context.complete();
        });
        assertRecorded("run 1");
    }

    @Test
    @DisplayName("may dispatch more than once, and keeps what it has written")
    void dispatches() {
        AtomicInteger passes = new AtomicInteger();
        application((request, response) -> {
            int pass = passes.incrementAndGet();
            response.getWriter().print(pass + " " + request.getDispatcherType() + " ");
            if (pass < 3) {
                AsyncContext context = request.startAsync();
                CompletableFuture.runAsync(context::dispatch);
            }
        });
        assertRecorded("1 " + DispatcherType.REQUEST + " 2 ASYNC 3 ASYNC ");
    }

    @Test
    @DisplayName("may answer in a listener after a time-out, and that answer is recorded")
    void completesAtTimeout() {
        application((request, response) -> {
            AsyncContext context = request.startAsync();
            context.setTimeout(100);
            context.addListener(new AtTimeout(event -> {
                assertThat(event.getAsyncContext()).isSameAs(context);
                event.getSuppliedResponse().getWriter().print("late " + runs());
                event.getAsyncContext().complete();
            }));
        });
        assertRecorded("late 1");
    }

    @Test
    @DisplayName("may dispatch in a listener after a time-out")
    void dispatchesAtTimeout() {
        application((request, response) -> {
            if (request.getDispatcherType() == DispatcherType.REQUEST) {
                AsyncContext context = request.startAsync();
                context.setTimeout(100);
                context.addListener(
                        new AtTimeout(event -> event.getAsyncContext().dispatch()));
            } else {
                response.getWriter().print("dispatched " + runs());
            }
        });
        assertRecorded("dispatched 1");
    }

    @Test
    @DisplayName("that completes in time is answered even if recording outlasts its time-out")
    void slowSettlement() {
        application((request, response) -> {
            AsyncContext context = request.startAsync();
            context.setTimeout(300);
            elsewhere(context, "run " + runs());
        });
        store.next(StoreCall.SETTLE, Fault.delayBefore(Duration.ofMillis(1500)));
        assertRecorded("run 1");
    }

    @Test
    @DisplayName("may fail by sendError: the server shows the error, and the key can be used again")
    void sendsError() {
        application((request, response) -> {
            AsyncContext context = request.startAsync();
            CompletableFuture.runAsync(() -> {
                try {
                    response.sendError(runs() == 1 ? 503 : 404, "not now");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                context.complete();
            });
        });
        assertThat(pay("k").send().statusCode()).isEqualTo(503);
        HttpResponse<byte[]> second = pay("k").send();
        assertThat(second.statusCode()).isEqualTo(404);
        assertReplay(second, pay("k").send());
        assertThat(runs()).isEqualTo(2);
    }

    @Test
    @DisplayName("may read and write through listeners")
    void listeners() {
        application((request, response) -> {
            AsyncContext context = request.startAsync();
            request.getInputStream().setReadListener(new Echo(request.getInputStream(), context));
        });
        HttpResponse<byte[]> first = pay("k").body("some words").send();
        assertThat(text(first)).isEqualTo("some words");
        assertReplay(first, pay("k").body("some words").send());
        assertThat(text(pay("k2").body("").send())).isEmpty();
    }

    @Test
    @DisplayName("whose answer is above the limit is sent on, and recorded as too long")
    void tooLong() {
        routes(route().limits(100, 1000));
        application((request, response) -> {
            AsyncContext context = request.startAsync();
            CompletableFuture.runAsync(() -> {
                // Recorded before the application completes, after the thread of the request has returned.
                while (site().left.get() == 0) {
                    Thread.onSpinWait();
                }
                elsewhere(context, "x".repeat(50_000));
            });
        });
        assertThat(pay("k").send().body()).hasSize(50_000);
        assertProblem(pay("k").send(), 409, "result-not-kept");
        assertThat(runs()).isEqualTo(1);
    }

    @Test
    @DisplayName("that dispatches past a filter without a mapping to ASYNC does not run again")
    void notMappedToAsync() {
        site().mappedToAsync = false;
        application((request, response) -> {
            if (request.getDispatcherType() == DispatcherType.REQUEST) {
                AsyncContext context = request.startAsync();
                CompletableFuture.runAsync(context::dispatch);
            } else {
                response.getWriter().print("run " + runs());
            }
        });
        assertThat(text(pay("k").send())).isEqualTo("run 1");
        HttpResponse<byte[]> retry = pay("k").send();
        for (int i = 0; i < 100 && text(retry).contains("in-progress"); i++) {
            retry = pay("k").send();
        }
        assertProblem(retry, 409, "result-not-kept");
        assertThat(runs()).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "of a route in transactions may complete on the thread of the request, and the request ends with its answer")
    void completesInPlace() throws Exception {
        HttpResponse<byte[]> first = endedInPlace(new StandInTransactions(), AsyncContext::complete);
        assertThat(text(first)).isEqualTo("run 1");
        assertReplay(first, pay("k").send());
    }

    @Test
    @DisplayName("of a route in transactions may complete on another thread before its own returns")
    void completesInPlaceElsewhere() throws Exception {
        HttpResponse<byte[]> first = endedInPlace(
                new StandInTransactions(),
                context -> CompletableFuture.runAsync(context::complete).join());
        assertThat(text(first)).isEqualTo("run 1");
        assertReplay(first, pay("k").send());
    }

    @Test
    @DisplayName("of a route in transactions ends with one answer if the commit fails")
    void commitFailsInPlace() throws Exception {
        StandInTransactions failing = new StandInTransactions() {
            @Override
            protected Session.Written record(Session<Context> target, Result value, Duration retention) {
                return new Session.Refused(new StoreException("the commit was lost", null));
            }
        };
        assertProblem(endedInPlace(failing, AsyncContext::complete), 503, "store-unavailable");
    }

    /** Returns the answer of a request whose context times out after a minute, once the container has ended it. */
    private HttpResponse<byte[]> endedInPlace(StandInTransactions transactions, Consumer<AsyncContext> completes)
            throws InterruptedException {
        routes(route().runningIn(transactions));
        CountDownLatch ended = new CountDownLatch(1);
        application((request, response) -> {
            AsyncContext context = request.startAsync();
            context.setTimeout(60_000);
            context.addListener(new AtEnd(ended));
            response.getWriter().print("run " + runs());
            completes.accept(context);
        });
        HttpResponse<byte[]> answer = pay("k").send();
        assertThat(ended.await(20, TimeUnit.SECONDS))
                .as("ended by the container")
                .isTrue();
        return answer;
    }

    private record AtEnd(CountDownLatch ended) implements AsyncListener {
        @Override
        public void onComplete(AsyncEvent event) {
            ended.countDown();
        }

        @Override
        public void onTimeout(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }

    /** Reads the whole body, then writes it. */
    private record Echo(ServletInputStream in, AsyncContext context, ByteArrayOutputStream read)
            implements ReadListener, WriteListener {

        Echo(ServletInputStream in, AsyncContext context) {
            this(in, context, new ByteArrayOutputStream());
        }

        @Override
        public void onDataAvailable() throws IOException {
            while (in.isReady() && !in.isFinished()) {
                read.write(in.read());
            }
        }

        @Override
        public void onAllDataRead() throws IOException {
            context.getResponse().getOutputStream().setWriteListener(this);
        }

        @Override
        public void onWritePossible() throws IOException {
            context.getResponse().getOutputStream().write(read.toByteArray());
            context.complete();
        }

        @Override
        public void onError(Throwable thrown) {
            throw new AssertionError(thrown);
        }
    }

    @FunctionalInterface
    private interface Reaction {
        void to(AsyncEvent event) throws IOException;
    }

    private record AtTimeout(Reaction reaction) implements AsyncListener {
        @Override
        public void onTimeout(AsyncEvent event) throws IOException {
            reaction.to(event);
        }

        @Override
        public void onComplete(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }
}
