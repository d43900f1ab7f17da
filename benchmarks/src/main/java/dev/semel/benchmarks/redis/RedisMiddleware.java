package dev.semel.benchmarks.redis;

import dev.semel.benchmarks.servers.RedisDatabase;
import dev.semel.benchmarks.workload.CallKeys;
import dev.semel.benchmarks.workload.StoredResults;
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
        String key = CallKeys.fresh();
        RedisCommands<String, byte[]> commands = database.commands();
        if (commands.get(key) != null || commands.set(key, TAKEN, CLAIM) == null) {
            throw new IllegalStateException("a fresh key was in use");
        }
        commands.set(key, StoredResults.RESULT, KEEP);
    }

    void replay() {
        StoredResults.check(database.commands().get(CallKeys.known()));
    }

    /** Stores a response and nothing else. */
    void setOnly() {
        database.commands().set(CallKeys.fresh(), StoredResults.RESULT, KEEP);
    }
}
