package dev.semel.http.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Semel;
import dev.semel.http.HttpGuard;
import dev.semel.http.Route;
import dev.semel.memory.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever spelling of a path reaches an endpoint, the guard was asked. To be extended for each server that an adapter knows.
 *
 * <p>The application has endpoints for POST at {@code /payments} and at {@code /files/**}, found as the server or framework finds its
 * endpoints, and all else answers 404. They answer 201.
 */
public abstract class PathContract {
    private static final long SEED = Long.getLong("semel.seed", 20_261_118L);
    private static final int ROUNDS = 400;

    /** An application in a real server, where there is one. */
    public interface Served extends AutoCloseable {

        /** Posts {@code {}}. */
        Wire.Reply post(String target, @Nullable String key) throws Exception;

        /** How often an endpoint has run. */
        int runs();

        @Override
        void close() throws Exception;
    }

    /**
     * Starts the application.
     *
     * @param mount such as {@code /app}, below which its endpoints are; empty for the root
     */
    protected abstract Served serve(String mount, HttpGuard guard) throws Exception;

    private Served serve(String mount) throws Exception {
        return serve(
                mount,
                HttpGuard.builder(Semel.on(MemoryStore.create()))
                        .route(Route.builder("/payments", "payments.create").build())
                        .route(Route.builder("/files/**", "files.create").build())
                        .build());
    }

    @ParameterizedTest(name = "C24 a request without a key runs under no spelling of its path, mounted at \"{0}\"")
    @ValueSource(strings = {"", "/app"})
    void withoutKey(String mount) throws Exception {
        try (Served served = serve(mount)) {
            List<String> targets = new ArrayList<>(PathSpellings.all(mount + "/payments"));
            targets.addAll(PathSpellings.all(mount + "/files/a"));
            targets.add(mount + "/files/../payments");
            targets.add(mount + "/files/../public");
            targets.add(mount + "/files/x/%2e%2e/%2e%2E/public");
            targets.add(mount + "/files/..;/public");
            targets.add(mount + "/files//../public");
            targets.add(mount + "/payments/../files/a");
            for (String target : targets) {
                Wire.Reply reply = served.post(target, null);
                assertThat(served.runs()).as("%s: %s", target, reply).isZero();
            }
            assertThat(served.post(mount + "/payments", "k").status()).isEqualTo(201);
            assertThat(served.post(mount + "/files/a", "k").status()).isEqualTo(201);
            assertThat(served.runs()).isEqualTo(2);
        }
    }

    @ParameterizedTest(name = "C24 the spellings of a path are one request, mounted at \"{0}\"")
    @ValueSource(strings = {"", "/app"})
    void oneRequest(String mount) throws Exception {
        try (Served served = serve(mount)) {
            assertThat(served.post(mount + "/payments", "k").status()).isEqualTo(201);
            int replays = 0;
            for (String target : PathSpellings.all(mount + "/payments")) {
                Wire.Reply reply = served.post(target, "k");
                replays += reply.replayed() ? 1 : 0;
                assertThat(served.runs()).as("%s: %s", target, reply).isEqualTo(1);
            }
            for (String target : PathSpellings.same(mount + "/payments")) {
                Wire.Reply reply = served.post(target, "k");
                assertThat(reply.replayed() || reply.status() == 400 || reply.status() == 404)
                        .as("%s: %s", target, reply)
                        .isTrue();
            }
            assertThat(replays).isGreaterThanOrEqualTo(3);
        }
    }

    @ParameterizedTest(name = "C24 no random spelling of a path runs without a key, mounted at \"{0}\"")
    @ValueSource(strings = {"", "/app"})
    @DisplayName("random spellings")
    void random(String mount) throws Exception {
        Random random = new Random(SEED);
        try (Served served = serve(mount)) {
            for (int round = 0; round < ROUNDS; round++) {
                String path = mount + (random.nextBoolean() ? "/payments" : "/files/a/b");
                String target = PathSpellings.random(random, path);
                Wire.Reply reply = served.post(target, null);
                assertThat(served.runs())
                        .as("seed %s, round %s, %s: %s", SEED, round, target, reply)
                        .isZero();
            }
        }
    }
}
