package dev.semel.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** What is compared on one server. The first contender of a scene is the one that the others are compared with. */
final class RedisScenes implements AutoCloseable {
    static final String NEW = "new operations";
    static final String REPLAYS = "replays";
    static final String MIDDLEWARE = "usual middleware";
    static final String SEMEL = "Semel";
    private static final String SPRING = "Spring Integration, marks only";
    private static final String CAMEL = "Camel, marks only";

    private final RedisSite site;
    private final List<Runnable> opened = new ArrayList<>();
    private final Map<String, List<RedisContender>> scenes = new LinkedHashMap<>();

    RedisScenes(RedisSite site) {
        this.site = site;
        scenes.put(NEW, newOperations());
        scenes.put(REPLAYS, replays());
    }

    Map<String, List<RedisContender>> all() {
        return scenes;
    }

    private RedisRecords semel(UnaryOperator<dev.semel.redis.RedisStore.Builder> choice) {
        RedisRecords records = new RedisRecords(site.place(), choice);
        opened.add(records::close);
        return records;
    }

    private RedisLibraries library(RedisLibraries library) {
        opened.add(library::close);
        return library;
    }

    private List<RedisContender> newOperations() {
        RedisMiddleware usual = new RedisMiddleware(site.place());
        RedisMiddleware limit = new RedisMiddleware(site.place());
        RedisRecords two = semel(builder -> builder);
        RedisRecords one = semel(builder -> builder.connections(1));
        return List.of(
                adding(MIDDLEWARE, usual, usual::once),
                adding(SEMEL, two),
                adding("Semel, one connection", one),
                marking(SPRING, library(RedisLibraries.springIntegration(site))),
                marking(CAMEL, library(RedisLibraries.camel(site))),
                adding("limit: one SET", limit, limit::setOnly));
    }

    private List<RedisContender> replays() {
        RedisMiddleware usual = new RedisMiddleware(site.place());
        RedisRecords two = semel(builder -> builder);
        RedisRecords one = semel(builder -> builder.connections(1));
        return List.of(
                new RedisContender(MIDDLEWARE, usual.place(), false, usual.place()::fill, usual::replay),
                new RedisContender(SEMEL, two.place(), false, two::fill, two::replay),
                new RedisContender("Semel, one connection", one.place(), false, one::fill, one::replay),
                markedAgain(SPRING, library(RedisLibraries.springIntegration(site))),
                markedAgain(CAMEL, library(RedisLibraries.camel(site))));
    }

    private static RedisContender marking(String name, RedisLibraries library) {
        return new RedisContender(name, library.place(), true, library::fill, library::first);
    }

    private static RedisContender markedAgain(String name, RedisLibraries library) {
        return new RedisContender(name, library.place(), false, library::fill, library::again);
    }

    private static RedisContender adding(String name, RedisMiddleware middleware, SqlContender.Step step) {
        return new RedisContender(name, middleware.place(), true, middleware.place()::fill, step);
    }

    private static RedisContender adding(String name, RedisRecords records) {
        return new RedisContender(name, records.place(), true, records.place()::fill, records::once);
    }

    @Override
    public void close() {
        opened.forEach(Runnable::run);
    }
}
