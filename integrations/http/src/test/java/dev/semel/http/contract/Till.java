package dev.semel.http.contract;

import dev.semel.Semel;
import dev.semel.http.Dialogue;
import dev.semel.http.HttpGuard;
import dev.semel.http.Route;
import dev.semel.jackson.JsonKey;
import dev.semel.policy.Policies;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The application behind every adapter in {@link HostileRequestsContract}: takes payments and counts what took effect, by the header {@code X-Case}. It
 * has endpoints for POST at {@link #PAYMENTS}, {@link #HOOKS}, {@link #EARLY}, {@link #BUSY}, {@link #LOCKED} and {@link #ORDERS}.
 */
public final class Till {
    /** Takes the key from the header. */
    public static final String PAYMENTS = "/payments";

    /** Takes the key from the member {@code id} of the body, and answers 401 to what is not signed. */
    public static final String HOOKS = "/hooks";

    /** Refuses a duplicate of a running request with 425. */
    public static final String EARLY = "/early";

    /** Refuses a duplicate of a running request with 429. */
    public static final String BUSY = "/busy";

    /** Refuses a duplicate of a running request with 422. */
    public static final String LOCKED = "/locked";

    /** Accepts a duplicate of a running request with 202. */
    public static final String ORDERS = "/orders";

    /** The header by which callers are known. What a real application would have proven. */
    public static final String PRINCIPAL = "X-Principal";

    /** The header that a provider signs its events with. */
    public static final String SIGNATURE = "X-Signature";

    /** The header by which effects are counted. */
    public static final String CASE = "X-Case";

    /** The limit on requests' bodies, in bytes: the default. */
    static final int LIMIT = 1 << 20;

    private static final long PATIENCE_SECONDS = 60;

    private final Map<String, AtomicInteger> effects = new ConcurrentHashMap<>();
    private final Map<String, Gate> gates = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();

    /** What the application answers. */
    public record Outcome(int status, String text) {}

    /** Returns a guard with the routes that the contract wants. */
    public static HttpGuard guard(Semel semel) {
        return HttpGuard.builder(semel)
                .route(Route.builder(PAYMENTS, "hostile.payments").build())
                .route(Route.builder(HOOKS, "hostile.hooks")
                        .keyInBody(JsonKey.at("/id"))
                        .build())
                .route(Route.builder(EARLY, "hostile.early")
                        .dialogue(Dialogue.DEFAULT.statusWhileRunning(425).retryAfter(Duration.ofSeconds(3)))
                        .build())
                .route(Route.builder(BUSY, "hostile.busy")
                        .dialogue(Dialogue.DEFAULT.statusWhileRunning(429))
                        .build())
                .route(Route.builder(LOCKED, "hostile.locked")
                        .dialogue(Dialogue.DEFAULT.statusWhileRunning(422))
                        .build())
                .route(Route.builder(ORDERS, "hostile.orders")
                        .whileRunning(Policies.accept())
                        .build())
                .build();
    }

    /**
     * Handles a request; may block until the test lets it go on.
     *
     * @param header returns a header of the request by its name, {@code null} if there is none
     */
    public Outcome handle(String path, UnaryOperator<@Nullable String> header) {
        if (path.endsWith(HOOKS) && header.apply(SIGNATURE) == null) {
            return new Outcome(401, "not signed");
        }
        String name = String.valueOf(header.apply(CASE));
        effects.computeIfAbsent(name, unknown -> new AtomicInteger()).incrementAndGet();
        int number = numbers.incrementAndGet();
        Gate gate = gates.get(name);
        if (gate != null) {
            gate.pass();
        }
        return new Outcome(201, "payment " + number);
    }

    int effects(String name) {
        AtomicInteger counted = effects.get(name);
        return counted == null ? 0 : counted.get();
    }

    /** Holds up the requests of a case from now on. */
    Gate hold(String name) {
        Gate gate = new Gate();
        gates.put(name, gate);
        return gate;
    }

    /** Where the application works until the test lets it finish. */
    static final class Gate implements AutoCloseable {
        private final CountDownLatch arrived = new CountDownLatch(1);
        private final CountDownLatch opened = new CountDownLatch(1);

        private void pass() {
            arrived.countDown();
            await(opened);
        }

        void awaitArrival() {
            await(arrived);
        }

        @Override
        public void close() {
            opened.countDown();
        }

        private static void await(CountDownLatch latch) {
            try {
                if (!latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("nothing came in " + PATIENCE_SECONDS + " seconds");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }
}
