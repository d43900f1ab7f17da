package dev.semel.jdbc.issues;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.Pools;
import dev.semel.jdbc.Sources;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

@DisplayName("virtual threads that are pinned to their carriers while they wait")
@EnabledForJreRange(min = JRE.JAVA_21)
class PinnedVirtualThreadsTest {

    /** Runs a task within its initialiser, so that the thread is pinned on every JDK. */
    static final class InitialisedSlowly {
        static final boolean DONE = PinnedTasks.runNext();

        private InitialisedSlowly() {}
    }

    /** Public, since the initialiser is in the package of another class loader. */
    public static final class PinnedTasks {
        static final ConcurrentLinkedQueue<Runnable> TASKS = new ConcurrentLinkedQueue<>();

        private PinnedTasks() {}

        public static boolean runNext() {
            TASKS.remove().run();
            return true;
        }
    }

    /** Loads that class a second time. */
    private static final class OnceMore extends ClassLoader {
        OnceMore() {
            super(PinnedVirtualThreadsTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(InitialisedSlowly.class.getName())) {
                return super.loadClass(name, resolve);
            }
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void runPinned(Runnable task) {
        PinnedTasks.TASKS.add(task);
        try {
            Class.forName(InitialisedSlowly.class.getName(), true, new OnceMore());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Thread startVirtual(Runnable task) {
        try {
            return (Thread)
                    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @DisplayName("waited forever for the thread that had sent their calls and got no carrier to continue")
    void allCarriersPinned() throws InterruptedException {
        AtomicBoolean held = new AtomicBoolean();
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        try (HikariDataSource pool = Pools.h2("pinned")) {
            JdbcStore store = JdbcStore.builder(Sources.of(() -> {
                        if (isSending() && held.compareAndSet(true, false)) {
                            reached.countDown();
                            await(goOn);
                        }
                        return pool.getConnection();
                    }))
                    .createSchema(true)
                    .build();
            Operation<String> operation =
                    Semel.on(store).operation("pinned", Codec.text()).build();
            operation.once("first", "r", () -> "receipt");
            held.set(true);
            List<Thread> callers = new ArrayList<>();
            callers.add(startVirtual(() -> operation.once("sender", "r", () -> "receipt")));
            reached.await();
            int carriers = Runtime.getRuntime().availableProcessors();
            AtomicInteger pinned = new AtomicInteger();
            AtomicInteger done = new AtomicInteger();
            for (int i = 0; i < carriers + 2; i++) {
                String key = "pinned-" + i;
                callers.add(startVirtual(() -> runPinned(() -> {
                    pinned.incrementAndGet();
                    operation.once(key, "r", () -> "receipt");
                    done.incrementAndGet();
                })));
            }
            while (pinned.get() < carriers) {
                Thread.sleep(10);
            }
            goOn.countDown();
            for (Thread caller : callers) {
                caller.join(60_000);
            }
            assertThat(done).as("calls that were answered").hasValue(carriers + 2);
        }
    }

    /** Returns whether this connection is for a batch, and not to read a record first. */
    private static boolean isSending() {
        return Arrays.stream(Thread.currentThread().getStackTrace())
                .anyMatch(frame -> frame.getClassName().endsWith(".Sender"));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
