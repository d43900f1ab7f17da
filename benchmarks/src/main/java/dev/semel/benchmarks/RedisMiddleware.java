package dev.semel.benchmarks;

import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;

/** What is usually written: look for the answer, mark the key as taken unless somebody has, do the work, store the answer. */
final class RedisMiddleware {
    private static final byte[] TAKEN = {'t'};
    private static final SetArgs CLAIM = SetArgs.Builder.nx().px(Duration.ofSeconds(30));
    private static final SetArgs KEEP = SetArgs.Builder.px(Duration.ofDays(1));

    private final RedisPlace place;

    RedisMiddleware(RedisPlace place) {
        this.place = place;
    }

    RedisPlace place() {
        return place;
    }

    void once() {
        String key = SqlKeys.fresh();
        RedisCommands<String, byte[]> commands = place.commands();
        if (commands.get(key) != null || commands.set(key, TAKEN, CLAIM) == null) {
            throw new IllegalStateException("a fresh key was not");
        }
        commands.set(key, Rows.RESULT, KEEP);
    }

    void replay() {
        if (!Rows.same(place.commands().get(SqlKeys.known()))) {
            throw new IllegalStateException("the answer is not what was stored");
        }
    }

    /** The least that stores an answer. */
    void setOnly() {
        place.commands().set(SqlKeys.fresh(), Rows.RESULT, KEEP);
    }
}
