package dev.semel.redis.counter;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.semel.StoreException;
import dev.semel.counter.CountOverflowException;
import dev.semel.counter.CountTogether;
import dev.semel.counter.Counter;
import dev.semel.counter.Counters;
import dev.semel.counter.Window;
import dev.semel.counter.store.CounterId;
import dev.semel.redis.Samples;
import dev.semel.redis.wire.ScriptCall;
import dev.semel.servers.FlakyProxy;
import dev.semel.servers.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("counts of many threads in one script run")
class CountsTogetherTest {
    private static final String NAME = "together";
    /** One in the future that is kept for ever. */
    private static final String WINDOW = "\"99999999999999 999999999999999 0\"";

    private final RedisServer server = RedisServer.start();
    private final FlakyProxy proxy = FlakyProxy.to(server);
    private RedisCounterStore store;
    private Counter ahead;
    private Counter counter;

    @BeforeEach
    void open() {
        store = RedisCounterStore.builder(server.uri(proxy))
                .connections(1)
                .timeout(Duration.ofSeconds(30))
                .build();
        ahead = counter(store, "ahead");
        counter = counter(store, NAME);
        ahead.add("subject");
        ahead.current("subject");
    }

    private static Counter counter(RedisCounterStore on, String name) {
        return Counters.on(on)
                .counter(name, Window.month(ZoneOffset.UTC))
                .combining(false)
                .build();
    }

    @AfterEach
    void close() {
        store.close();
        proxy.close();
        server.close();
    }

    /** A thread that counts, and what came of it. */
    private static final class Caller {
        private final FutureTask<Long> task;
        private final Thread thread;

        Caller(Callable<Long> call) {
            task = new FutureTask<>(call);
            thread = new Thread(task);
            thread.start();
        }

        boolean waits() {
            return LockSupport.getBlocker(thread) instanceof ScriptCall<?>;
        }

        /** The count, or what was thrown. */
        Object outcome() throws Exception {
            thread.join(TimeUnit.SECONDS.toMillis(60));
            try {
                return task.get(0, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                return e.getCause();
            }
        }
    }

    /** Makes calls that gather while an earlier one is in flight to a frozen server. */
    private List<Object> together(List<Callable<Long>> calls) throws Exception {
        long sent = proxy.requestBytes();
        server.pause();
        List<Caller> callers = new ArrayList<>();
        Caller first = new Caller(() -> ahead.current("subject").count());
        try {
            Samples.await("the one ahead", () -> proxy.requestBytes() > sent);
            calls.forEach(each -> callers.add(new Caller(each)));
            Samples.await("all the others", () -> callers.stream().allMatch(Caller::waits));
        } finally {
            server.resume();
        }
        assertThat(first.outcome()).isEqualTo(1L);
        List<Object> outcomes = new ArrayList<>();
        for (Caller each : callers) {
            outcomes.add(each.outcome());
        }
        return outcomes;
    }

    private static List<Callable<Long>> times(int times, Callable<Long> call) {
        return IntStream.range(0, times).mapToObj(i -> call).toList();
    }

    private long count(String subject) {
        return Samples.eventually(() -> counter.current(subject).count());
    }

    private int runs() {
        return server.command("INFO commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_evalsha:"))
                .mapToInt(line -> Integer.parseInt(line.replaceAll("^[^=]*=(\\d+).*", "$1")))
                .sum();
    }

    private static String key(String subject) {
        return new String(new CountKeys("semel:count:").of(new CounterId(NAME, subject)), US_ASCII);
    }

    private static void isUnknown(Object outcome) {
        assertThat(outcome).isInstanceOf(StoreException.class);
        assertThat((StoreException) outcome).hasMessageContaining("unknown").hasMessageNotContaining("subject");
    }

    @Test
    @DisplayName("E1 each caller receives its own count, and the script runs once")
    void oneRun() throws Exception {
        int before = runs();
        assertThat(together(times(20, () -> counter.add("subject").count())))
                .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, 20)
                        .mapToObj(i -> (Object) (long) i)
                        .toList());
        assertThat(runs() - before).as("a look ahead, and one run for all").isEqualTo(2);
    }

    @Test
    @DisplayName("E1 an unreadable or overflowing count affects only its own call")
    void errorsOfSome() throws Exception {
        counter.add("full", Long.MAX_VALUE);
        server.command("SET " + key("text") + " 5");
        server.command("HSET " + key("damaged") + " w " + WINDOW + " n much");
        counter.add("spoilt");
        server.command("HSET " + key("spoilt") + " n much");
        server.command("HSET " + key("broken") + " w nonsense n 5");
        int before = runs();
        List<Callable<Long>> calls = new ArrayList<>();
        for (String subject :
                List.of("well", "text", "well", "damaged", "well", "broken", "well", "full", "well", "spoilt")) {
            calls.add(() -> counter.add(subject).count());
        }
        List<Object> outcomes = together(calls);
        assertThat(runs() - before).isEqualTo(2);
        for (int i : List.of(1, 3, 5, 9)) {
            isUnknown(outcomes.get(i));
        }
        assertThat((Throwable) outcomes.get(1)).hasStackTraceContaining("WRONGTYPE");
        assertThat((Throwable) outcomes.get(3)).hasStackTraceContaining("integer");
        assertThat((Throwable) outcomes.get(9)).hasStackTraceContaining("integer");
        assertThat(outcomes.get(7)).isInstanceOf(CountOverflowException.class);
        assertThat(List.of(outcomes.get(0), outcomes.get(2), outcomes.get(4), outcomes.get(6), outcomes.get(8)))
                .containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L);
        assertThat(count("well")).isEqualTo(5);
        assertThat(server.command("GET " + key("text"))).isEqualTo("5");
    }

    @Test
    @DisplayName("E1 a call with several counts changes none of them if one is not a number")
    void errorAmongSeveral() {
        server.command("HSET " + key("subject") + " w " + WINDOW + " n much");
        assertThatThrownBy(() -> Counters.on(store)
                        .together("subject")
                        .add(ahead, 1)
                        .add(counter, 1)
                        .apply())
                .isInstanceOf(StoreException.class);
        assertThat(ahead.current("subject").count()).isEqualTo(1);
    }

    @Test
    @DisplayName("E1 a call that cannot be taken back completely is taken back later, and once")
    void damagedWhenTakenBack() {
        CountTogether both = Counters.on(store)
                .together("subject")
                .add(ahead, 1)
                .add(counter, 1)
                .once("key", Duration.ofHours(1));
        both.apply();
        server.command("HSET " + key("subject") + " n much");
        assertThatThrownBy(both::takeBack).isInstanceOf(StoreException.class);
        assertThat(ahead.current("subject").count()).isEqualTo(2);

        server.command("HSET " + key("subject") + " n 1");
        both.takeBack();
        both.takeBack();
        assertThat(ahead.current("subject").count()).isEqualTo(1);
        assertThat(counter.current("subject").count()).isZero();
    }

    @Test
    @DisplayName(
            "E1 when the shared reply is lost, no call runs again, and each caller learns that its outcome is unknown")
    void lostReply() throws Exception {
        proxy.loseReplyTo(":" + NAME);
        assertThat(together(times(8, () -> counter.add("subject", 5).count())))
                .hasSize(8)
                .allSatisfy(CountsTogetherTest::isUnknown);
        assertThat(proxy.cuts()).isEqualTo(1);
        assertThat(count("subject")).isEqualTo(40);
    }

    @Test
    @DisplayName("E1 when the shared request is lost, no call is counted")
    void lostRequest() throws Exception {
        proxy.loseRequestWith(":" + NAME);
        assertThat(together(times(8, () -> counter.add("subject", 5).count())))
                .allSatisfy(CountsTogetherTest::isUnknown);
        assertThat(count("subject")).isZero();
    }

    @Test
    @DisplayName(
            "E3 when the shared reply is lost, calls with keys are answered and count once, and the others are unknown")
    void lostReplyToSomeUnderKeys() throws Exception {
        List<Callable<Long>> calls =
                new ArrayList<>(times(4, () -> counter.add("plain", 5).count()));
        for (String key : List.of("a", "b", "a", "b")) {
            calls.add(() -> counter.addOnce("under-keys", 5, key).count());
        }
        proxy.loseReplyTo(":" + NAME);
        List<Object> outcomes = together(calls);
        assertThat(proxy.cuts()).isEqualTo(1);
        assertThat(outcomes.subList(0, 4)).allSatisfy(CountsTogetherTest::isUnknown);
        assertThat(outcomes.subList(4, 8)).containsExactlyInAnyOrder(5L, 5L, 10L, 10L);
        assertThat(count("plain")).isEqualTo(20);
        assertThat(count("under-keys")).isEqualTo(10);
    }

    @Test
    @DisplayName("E1 a call that Lettuce resends because an earlier command's reply was lost does not run again")
    void writtenAgainByLettuce() throws Exception {
        for (int tried = 1; !isWrittenAgain("subject-" + tried); tried++) {
            assertThat(tried).as("tries").isLessThan(10);
        }
    }

    /**
     * Whether both lost their replies. If the first was answered before the second one came through the proxy, Lettuce has nothing to write again; and
     * if that answer is taken for the one to lose, the second one never gets to the server.
     */
    private boolean isWrittenAgain(String subject) throws Exception {
        RedisClient client = RedisClient.create(server.uri(proxy));
        try (StatefulRedisConnection<String, String> connection = client.connect();
                RedisCounterStore borrowed =
                        RedisCounterStore.builder(connection).build()) {
            Counter behind = counter(borrowed, NAME);
            behind.add(subject);
            long cuts = proxy.cuts();
            connection.setAutoFlushCommands(false);
            RedisFuture<String> lost = connection.async().ping();
            Caller caller = new Caller(() -> behind.add(subject, 5).count());
            Samples.await("the one behind it", caller::waits);
            proxy.loseReplyTo(":" + NAME);
            connection.flushCommands();
            connection.setAutoFlushCommands(true);
            isUnknown(caller.outcome());
            assertThat(proxy.cuts()).isEqualTo(cuts + 1);
            long counted = count(subject);
            assertThat(counted).as("never twice").isIn(1L, 6L);
            boolean firstIsLost = catchThrowable(() -> lost.get(10, TimeUnit.SECONDS)) instanceof ExecutionException;
            return counted == 6 && firstIsLost;
        } finally {
            client.shutdown();
        }
    }

    @Test
    @DisplayName("F5 while scripts are flushed, every call counts once")
    void flushedScripts() throws Exception {
        List<Caller> callers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            callers.add(new Caller(() -> {
                for (int j = 1; j < 50; j++) {
                    counter.add("subject");
                }
                return counter.add("subject").count();
            }));
        }
        while (callers.stream().anyMatch(each -> each.thread.isAlive())) {
            server.command("SCRIPT FLUSH");
            TimeUnit.MILLISECONDS.sleep(2);
        }
        for (Caller each : callers) {
            assertThat(each.outcome()).isInstanceOf(Long.class);
        }
        assertThat(count("subject")).isEqualTo(400);
    }

    @Test
    @DisplayName("a server whose memory is full refuses all calls and counts none")
    void fullMemory() throws Exception {
        counter.add("subject");
        server.command("CONFIG SET maxmemory 1");
        assertThat(together(times(8, () -> counter.add("subject").count()))).allSatisfy(outcome -> {
            isUnknown(outcome);
            assertThat((Throwable) outcome).hasStackTraceContaining("OOM");
        });
        server.command("CONFIG SET maxmemory 0");
        assertThat(count("subject")).isEqualTo(1);
    }

    @Test
    @DisplayName("calls move from a server that became a replica to the new master")
    void demoted() {
        server.command("REPLICAOF 127.0.0.1 1");
        long connections = proxy.connections();
        assertThatThrownBy(() -> counter.add("subject"))
                .isInstanceOf(StoreException.class)
                .hasStackTraceContaining("READONLY");
        server.command("REPLICAOF NO ONE");
        Samples.await("another connection", () -> proxy.connections() > connections);
        assertThat(Samples.eventually(() -> counter.add("subject").count())).isEqualTo(1);
    }
}
