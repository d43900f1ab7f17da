package dev.semel.testkit.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Event;
import dev.semel.Operation;
import dev.semel.OperationBuilder;
import dev.semel.Outcome;
import dev.semel.RecordState;
import dev.semel.Semel;
import dev.semel.store.RecordId;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** One test: its form, its key, and checks of what callers and listeners see. */
abstract class SessionScene {
    static final Duration PATIENCE = Duration.ofSeconds(30);
    static final String REQUEST = "request";
    static final Form.Work NEVER = effect -> {
        throw new AssertionError("the work ran");
    };

    final String name = "session." + UUID.randomUUID().toString().substring(0, 12);
    final String key = "key";
    final AtomicInteger runs = new AtomicInteger();
    private final List<Event> events = new CopyOnWriteArrayList<>();
    private @Nullable Form form;
    private @Nullable Semel semel;

    /** Opens the form for one test, which closes it. */
    protected abstract Form openForm();

    @BeforeEach
    final void open() {
        Form opened = openForm();
        form = opened;
        semel = Semel.builder(opened.store()).listener(events::add).build();
    }

    @AfterEach
    final void close() {
        semel().close();
        form().close();
    }

    final Form form() {
        return Objects.requireNonNull(form, "form");
    }

    private Semel semel() {
        return Objects.requireNonNull(semel, "semel");
    }

    final boolean has(Trait trait) {
        return form().traits().contains(trait);
    }

    /** Returns whether the effect of work that is not recorded is undone. */
    final boolean undoes() {
        return has(Trait.BINDS_EFFECTS) || has(Trait.BINDS_WHAT_IS_HANDED_IN);
    }

    /** Returns whether a lease owns the record. */
    final boolean leases() {
        return !has(Trait.BINDS_EFFECTS);
    }

    final OperationBuilder<String> texts() {
        return texts(Codec.text());
    }

    final OperationBuilder<String> texts(Codec<String> codec) {
        return semel().operation(name, codec).lease(Duration.ofMinutes(5));
    }

    final Outcome<String> call(Operation<String> operation, Form.Work work) throws Exception {
        return call(operation, key, REQUEST, work);
    }

    final Outcome<String> call(Operation<String> operation, @Nullable String with, Object request, Form.Work work)
            throws Exception {
        return form().attempt(operation, with, request, name, effect -> {
            runs.incrementAndGet();
            return work.run(effect);
        });
    }

    /** Produces the effect and returns a receipt. */
    final String pay(Runnable effect) {
        effect.run();
        return "receipt " + runs.get();
    }

    /** Checks that the next call runs the work. */
    final void checkRunsNext(Operation<String> operation) throws Exception {
        int before = runs.get();
        assertThat(call(operation, this::pay)).isInstanceOf(Outcome.Executed.class);
        assertThat(runs).hasValue(before + 1);
    }

    final void checkReplaysNext(Operation<String> operation, String value) throws Exception {
        events.clear();
        Outcome<String> again = call(operation, NEVER);
        assertThat(again).isInstanceOf(Outcome.Replayed.class);
        assertThat(again.orThrow()).isEqualTo(value);
        checkEvents("Replayed");
    }

    /** Checks the events that the listener received since the last check. A stage that ends at its limit may end before its event arrives. */
    final void checkEvents(String... expected) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (events.size() < expected.length && System.nanoTime() < deadline) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        assertThat(events).extracting(SessionScene::text).containsExactly(expected);
        events.clear();
    }

    final List<String> events() {
        return events.stream().map(SessionScene::text).toList();
    }

    private static String text(Event event) {
        String name = event.getClass().getSimpleName();
        if (event instanceof Event.Failed failed) {
            return name + (failed.stored() ? " stored" : " " + failed.facts().state());
        } else if (event instanceof Event.StoreFailed failed) {
            return name + " " + failed.call();
        }
        return name;
    }

    final void checkEffects(int expected) {
        assertThat(form().effects(name)).as("effects").isEqualTo(expected);
    }

    final void checkRecord(RecordState expected) {
        assertThat(form().observer().find(id()))
                .as("record")
                .hasValueSatisfying(record -> assertThat(record.state()).isEqualTo(expected));
    }

    final void checkNoRecord() {
        assertThat(form().observer().find(id())).as("record").isEmpty();
    }

    final RecordId id() {
        return new RecordId(name, "", key);
    }

    /** Makes a call while another one runs, which then returns its receipt. */
    final <R> R whileRunning(Operation<String> operation, Callable<R> call) throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CompletableFuture<Outcome<String>> first = elsewhere(() -> call(operation, effect -> {
            started.countDown();
            goOn.await();
            return pay(effect);
        }));
        try {
            assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
            return call.call();
        } finally {
            goOn.countDown();
            assertThat(first.get(30, TimeUnit.SECONDS)).isInstanceOf(Outcome.Executed.class);
        }
    }

    static <R> CompletableFuture<R> elsewhere(Callable<R> call) {
        CompletableFuture<R> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                result.complete(call.call());
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return result;
    }
}
