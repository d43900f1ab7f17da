package dev.semel.benchmarks.redis;

import dev.semel.benchmarks.servers.RedisDatabase;
import dev.semel.benchmarks.workload.Keys;
import dev.semel.benchmarks.workload.Results;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;

/** The usual middleware: looks for the response, marks the key as taken with SET NX, does the work, stores the response. */
final class RedisMiddleware {
    private static final byte[] TAKEN = {'t'};
    private static final SetArgs CLAIM = SetArgs.Builder.nx().px(Duration.ofSeconds(30));
    private static final SetArgs KEEP = SetArgs.Builder.px(Duration.ofDays(1));

    private final RedisDatabase database;

    RedisMiddleware(RedisDatabase database) {
        this.database = database;
    }

    RedisDatabase database() {
        return database;
    }

    void once() {
        String key = Keys.fresh();
        RedisCommands<String, byte[]> commands = database.commands();
        if (commands.get(key) != null || commands.set(key, TAKEN, CLAIM) == null) {
            throw new IllegalStateException("a fresh key was in use");
        }
        commands.set(key, Results.RESULT, KEEP);
    }

    void replay() {
        Results.check(database.commands().get(Keys.known()));
    }

    /** Stores a response and nothing else. */
    void setOnly() {
        database.commands().set(Keys.fresh(), Results.RESULT, KEEP);
    }
}
