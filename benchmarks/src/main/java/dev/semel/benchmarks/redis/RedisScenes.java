package dev.semel.benchmarks.redis;

import dev.semel.benchmarks.measure.Contender;
import dev.semel.benchmarks.servers.PrivateRedis;
import dev.semel.benchmarks.servers.RedisDatabase;
import dev.semel.benchmarks.workload.SemelCalls;
import dev.semel.redis.RedisStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The contenders on one server. The first contender of a scene is the baseline of the others. */
final class RedisScenes implements AutoCloseable {
    static final String NEW = "new operations";
    static final String REPLAYS = "replays";
    static final String SEMEL = "Semel";
    private static final String MIDDLEWARE = "usual middleware";
    private static final String ONE_CONNECTION = "Semel, one connection";
    private static final String SPRING = "Spring Integration, marks only";
    private static final String CAMEL = "Camel, marks only";

    private final PrivateRedis server;
    private final List<Runnable> opened = new ArrayList<>();

    RedisScenes(PrivateRedis server) {
        this.server = server;
    }

    Map<String, List<Contender>> all() {
        Map<String, List<Contender>> scenes = new LinkedHashMap<>();
        scenes.put(NEW, newOperations());
        scenes.put(REPLAYS, replays());
        return scenes;
    }

    private List<Contender> newOperations() {
        RedisMiddleware usual = new RedisMiddleware(server.database());
        RedisMiddleware limit = new RedisMiddleware(server.database());
        RedisLibraries spring = library(RedisLibraries.springIntegration(server));
        RedisLibraries camel = library(RedisLibraries.camel(server));
        return List.of(
                adding(MIDDLEWARE, usual.database(), usual::once),
                semelAdding(SEMEL, 2),
                semelAdding(ONE_CONNECTION, 1),
                Contender.adding(SPRING, spring::fill, spring::first, spring.database()),
                Contender.adding(CAMEL, camel::fill, camel::first, camel.database()),
                adding("limit: one SET", limit.database(), limit::setOnly));
    }

    private List<Contender> replays() {
        RedisMiddleware usual = new RedisMiddleware(server.database());
        RedisLibraries spring = library(RedisLibraries.springIntegration(server));
        RedisLibraries camel = library(RedisLibraries.camel(server));
        return List.of(
                Contender.reading(MIDDLEWARE, usual.database()::fill, usual::replay, usual.database()),
                semelReplaying(SEMEL, 2),
                semelReplaying(ONE_CONNECTION, 1),
                Contender.reading(SPRING, spring::fill, spring::again, spring.database()),
                Contender.reading(CAMEL, camel::fill, camel::again, camel.database()));
    }

    private static Contender adding(String name, RedisDatabase database, Contender.Step step) {
        return Contender.adding(name, database::fill, step, database);
    }

    private Contender semelAdding(String name, int connections) {
        RedisDatabase database = server.database();
        return adding(name, database, semel(database, connections)::once);
    }

    private Contender semelReplaying(String name, int connections) {
        RedisDatabase database = server.database();
        SemelCalls calls = semel(database, connections);
        Contender.Step fill = () -> {
            database.clear();
            calls.fill();
        };
        return Contender.reading(name, fill, calls::replay, database);
    }

    private SemelCalls semel(RedisDatabase database, int connections) {
        SemelCalls calls = new SemelCalls(
                RedisStore.builder(database.address()).connections(connections).build());
        opened.add(calls::close);
        return calls;
    }

    private RedisLibraries library(RedisLibraries library) {
        opened.add(library::close);
        return library;
    }

    @Override
    public void close() {
        opened.forEach(Runnable::run);
    }
}
