package dev.semel.servlet;

import static dev.semel.servlet.Browser.isReplay;
import static dev.semel.servlet.Browser.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.contract.StandInTransactions;
import dev.semel.policy.Policies;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(
        value = Setting.class,
        names = {"TOMCAT", "JETTY", "TOMCAT_ON_POSTGRES"})
@DisplayName("C6 duplicates that wait")
class WaitingTest extends ServedTest {
    private final Gate gate = new Gate();

    @BeforeEach
    void waits() {
        routes(route().whileRunning(Policies.waitUpTo(Duration.ofSeconds(60))));
        behave();
    }

    private void behave() {
        application((request, response) -> {
            int run = runs();
            if (run == 1) {
                gate.pass();
            }
            response.setStatus(run == 1 && request.getParameter("fail") != null ? 500 : 201);
            response.getWriter().print("run " + run);
        });
    }

    private static List<HttpResponse<byte[]>> join(List<CompletableFuture<HttpResponse<byte[]>>> all) {
        return all.stream().map(CompletableFuture::join).toList();
    }

    /** Sends the first request, and others once it runs. All are answered. */
    private List<HttpResponse<byte[]>> send(String path, int others) {
        List<CompletableFuture<HttpResponse<byte[]>>> all = new ArrayList<>();
        all.add(to(path).key("k").sendAsync());
        gate.awaitArrival();
        for (int i = 0; i < others; i++) {
            all.add(to(path).key("k").sendAsync());
        }
        if (site().asyncSupported) {
            awaitLeaving(others);
        }
        gate.open();
        return join(all);
    }

    private void awaitLeaving(int count) {
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (site().left.get() < count && System.nanoTime() < end) {
            LockSupport.parkNanos(20_000_000);
        }
        assertThat(site().left).hasValue(count);
    }

    @Test
    @DisplayName("get the first answer")
    void getTheFirstAnswer() {
        List<HttpResponse<byte[]>> all = send("/payments", 5);
        all.forEach(each -> assertThat(text(each)).isEqualTo("run 1"));
        assertThat(all.stream().filter(Browser::isReplay)).hasSize(5);
        assertThat(runs()).isEqualTo(1);
    }

    @Test
    @DisplayName("don't occupy the server's threads, so that other requests are served")
    void withoutThreads() {
        site().threads = 6;
        CompletableFuture<HttpResponse<byte[]>> first = pay("k").sendAsync();
        gate.awaitArrival();
        List<CompletableFuture<HttpResponse<byte[]>>> others = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            others.add(pay("k").sendAsync());
        }
        awaitLeaving(30);
        HttpResponse<byte[]> unrelated = to("/other").method("GET").send();
        assertThat(unrelated.statusCode()).isEqualTo(201);
        assertThat(first).isNotDone();
        gate.open();
        join(others).forEach(each -> assertThat(isReplay(each)).isTrue());
    }

    @Test
    @DisplayName("are asked to try again if the first fails, since filters would not see them run without their thread")
    void toldToTryAgain() {
        List<HttpResponse<byte[]>> all = send("/payments?fail=1", 1);
        assertThat(all.get(0).statusCode()).isEqualTo(500);
        assertProblem(all.get(1), 409, "in-progress");
        assertThat(all.get(1).headers().firstValue("Retry-After")).isPresent();
        assertThat(runs()).isEqualTo(1);
        assertThat(text(to("/payments?fail=1").key("k").send())).isEqualTo("run 2");
    }

    @Test
    @DisplayName("run in its place if the first fails and the filter permits it")
    void runInItsPlace() {
        site().filter.runAfterWaiting();
        assertOneRuns(send("/payments?fail=1", 3));
    }

    @Test
    @DisplayName("run in its place if the first fails and they wait on their threads")
    void runOnTheirThreads() {
        site().asyncSupported = false;
        assertOneRuns(send("/payments?fail=1", 3));
    }

    private void assertOneRuns(List<HttpResponse<byte[]>> all) {
        assertThat(all.get(0).statusCode()).isEqualTo(500);
        List<HttpResponse<byte[]>> others = all.subList(1, all.size());
        others.forEach(other -> assertThat(text(other)).isEqualTo("run 2"));
        assertThat(others.stream().filter(Browser::isReplay)).hasSize(2);
        assertThat(runs()).isEqualTo(2);
    }

    @Test
    @DisplayName("that block a thread are bounded, so that other requests are served however many duplicates wait")
    void fewThreadsOnly() {
        site().asyncSupported = false;
        assertOthersAreServed();
    }

    @Test
    @DisplayName("of a request in a transaction are bounded, so that other requests are served")
    void fewThreadsOnlyInPlace() {
        routes(route().whileRunning(Policies.waitUpTo(Duration.ofSeconds(60))).runningIn(new StandInTransactions()));
        siteAt("");
        behave();
        assertOthersAreServed();
    }

    /** Of 60 duplicates on 24 threads, 16 wait. */
    private void assertOthersAreServed() {
        site().threads = 24;
        CompletableFuture<HttpResponse<byte[]>> first = pay("k").sendAsync();
        gate.awaitArrival();
        List<CompletableFuture<HttpResponse<byte[]>>> others = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            others.add(pay("k").sendAsync());
        }
        awaitAnswers(others, 44);
        assertThat(to("/other").method("GET").send().statusCode()).isEqualTo(201);
        assertThat(first).isNotDone();
        others.stream().filter(CompletableFuture::isDone).forEach(each -> {
            assertProblem(each.join(), 409, "in-progress");
            assertThat(each.join().headers().firstValue("Retry-After")).isPresent();
        });
        gate.open();
        assertThat(join(others).stream().filter(Browser::isReplay)).hasSize(16);
        assertThat(runs()).isEqualTo(2);
    }

    private static void awaitAnswers(List<CompletableFuture<HttpResponse<byte[]>>> all, int count) {
        long end = System.nanoTime() + Duration.ofSeconds(40).toNanos();
        while (all.stream().filter(CompletableFuture::isDone).count() < count && System.nanoTime() < end) {
            LockSupport.parkNanos(20_000_000);
        }
        assertThat(all.stream().filter(CompletableFuture::isDone)).hasSize(count);
    }

    @Test
    @DisplayName("are bounded in number also where they don't occupy a thread")
    void bounded() {
        routes(route().whileRunning(Policies.waitUpTo(Duration.ofSeconds(60))).maxWaiting(3));
        siteAt("");
        behave();
        CompletableFuture<HttpResponse<byte[]>> first = pay("k").sendAsync();
        gate.awaitArrival();
        List<CompletableFuture<HttpResponse<byte[]>>> others = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            others.add(pay("k").sendAsync());
        }
        awaitAnswers(others, 7);
        assertThat(text(pay("k2").send())).as("another request runs").isEqualTo("run 2");
        gate.open();
        assertThat(first.join().statusCode()).isEqualTo(201);
        assertThat(join(others).stream().filter(Browser::isReplay)).hasSize(3);
    }

    @Test
    @DisplayName(
            "C27 are checked before a replay as the caller that sent them, although only their own thread knows the caller")
    void callerAfterWaiting() {
        ThreadLocal<String> current = new ThreadLocal<>();
        principal = request -> current.get();
        routes(route().whileRunning(Policies.waitUpTo(Duration.ofSeconds(60)))
                .beforeReplay((exchange, body) -> !"suspended".equals(exchange.principal())));
        siteAt("").outer((request, response, chain) -> {
            current.set("suspended");
            try {
                chain.doFilter(request, response);
            } finally {
                current.remove();
            }
        });
        behave();
        List<HttpResponse<byte[]>> answers = send("/payments", 1);
        assertThat(answers.get(0).statusCode()).isEqualTo(201);
        assertProblem(answers.get(1), 403, "replay-refused");
    }

    @Test
    @DisplayName("get 409 at their limit")
    void limit() {
        routes(route().whileRunning(Policies.waitUpTo(Duration.ofMillis(100))));
        siteAt("");
        application((request, response) -> gate.pass());
        CompletableFuture<HttpResponse<byte[]>> first = pay("k").sendAsync();
        gate.awaitArrival();
        assertProblem(pay("k").send(), 409, "in-progress");
        gate.open();
        assertThat(first.join().statusCode()).isEqualTo(200);
    }
}
