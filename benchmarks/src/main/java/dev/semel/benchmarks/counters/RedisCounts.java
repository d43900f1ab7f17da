package dev.semel.benchmarks.counters;

import dev.semel.benchmarks.measure.Contender;
import dev.semel.benchmarks.measure.Meter;
import dev.semel.benchmarks.servers.PrivateRedis;
import dev.semel.benchmarks.servers.RedisDatabase;
import dev.semel.counter.Counter;
import dev.semel.counter.Counters;
import dev.semel.counter.Window;
import dev.semel.redis.counter.RedisCounterStore;
import io.lettuce.core.ScriptOutputType;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts on Redis, beside {@code INCR} of a key and beside Bucket4j. */
final class RedisCounts implements CountScenes {
    private static final String SUM = """
            local sum = 0
            for _, key in ipairs(redis.call('KEYS', '*')) do
              local hash = redis.call('TYPE', key).ok == 'hash'
              sum = sum + (hash and redis.call('HGET', key, 'n') or redis.call('GET', key))
            end
            return sum
            """;

    private final List<RedisCounterStore> opened = new ArrayList<>();
    private final PrivateRedis server = PrivateRedis.start("memory");
    private final int subjects;

    RedisCounts(int subjects) {
        this.subjects = subjects;
    }

    @Override
    public String name() {
        return server.name();
    }

    @Override
    public String description() {
        return server.name() + ": one server, Lettuce, " + subjects + " subjects";
    }

    @Override
    public Map<String, List<Contender>> scenes() {
        Map<String, List<Contender>> scenes = new LinkedHashMap<>();
        scenes.put(HOT, List.of(raw(1), semel(SEMEL, 1, true), semel(ALONE, 1, false), bucket4j(1)));
        scenes.put(COLD, List.of(raw(subjects), semel(SEMEL, subjects, true), bucket4j(subjects)));
        return scenes;
    }

    private Contender raw(int among) {
        RedisDatabase database = server.database();
        return contender(RAW, database, () -> database.commands().incr(CountScenes.any(among)));
    }

    private Contender bucket4j(int among) {
        RedisDatabase database = server.database();
        Bucket4jCounts counts = new Bucket4jCounts(database);
        return Contender.adding("Bucket4j", database::clear, () -> counts.take(CountScenes.any(among)), counts::taken);
    }

    private Contender semel(String name, int among, boolean combining) {
        RedisDatabase database = server.database();
        RedisCounterStore store = RedisCounterStore.at(database.address());
        opened.add(store);
        Counter counter = Counters.on(store)
                .counter("requests", Window.month(ZoneOffset.UTC))
                .combining(combining)
                .build();
        return contender(name, database, () -> counter.add(CountScenes.any(among)));
    }

    private static Contender contender(String name, RedisDatabase database, Contender.Step step) {
        return Contender.adding(
                name, database::clear, step, () -> database.commands().eval(SUM, ScriptOutputType.INTEGER));
    }

    @Override
    public Meter.Reading read() throws Exception {
        return Meter.NONE.read();
    }

    @Override
    public void close() {
        opened.forEach(RedisCounterStore::close);
        server.close();
    }
}
