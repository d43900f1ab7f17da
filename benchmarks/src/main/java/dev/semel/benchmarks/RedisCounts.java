package dev.semel.benchmarks;

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
import java.util.concurrent.ThreadLocalRandom;

/** Counts on Redis, beside {@code INCR} of a key and beside Bucket4j. */
final class RedisCounts implements CountSite {
    private static final String SUM = """
            local sum = 0
            for _, key in ipairs(redis.call('KEYS', '*')) do
              local hash = redis.call('TYPE', key).ok == 'hash'
              sum = sum + (hash and redis.call('HGET', key, 'n') or redis.call('GET', key))
            end
            return sum
            """;

    private final List<RedisCounterStore> opened = new ArrayList<>();
    private final RedisSite site = RedisSite.start("memory");
    private final int subjects;

    RedisCounts(int subjects) {
        this.subjects = subjects;
    }

    @Override
    public String name() {
        return site.name();
    }

    @Override
    public String description() {
        return site.name() + ": one server, Lettuce, " + subjects + " subjects";
    }

    @Override
    public Map<String, List<CountContender>> scenes() {
        Map<String, List<CountContender>> scenes = new LinkedHashMap<>();
        scenes.put(
                HOT,
                List.of(raw(1), semel(CountSite.SEMEL, 1, true), semel("Semel, not combined", 1, false), bucket4j(1)));
        scenes.put(COLD, List.of(raw(subjects), semel(CountSite.SEMEL, subjects, true), bucket4j(subjects)));
        return scenes;
    }

    private static String any(int among) {
        return "access-key-" + ThreadLocalRandom.current().nextInt(among);
    }

    private CountContender raw(int among) {
        RedisPlace place = site.place();
        return contender(RAW, place, () -> place.commands().incr(any(among)));
    }

    private CountContender bucket4j(int among) {
        return new Bucket4jCounts(site.place()).contender(among);
    }

    private CountContender semel(String name, int among, boolean combining) {
        RedisPlace place = site.place();
        RedisCounterStore store = RedisCounterStore.at(place.address());
        opened.add(store);
        Counter counter = Counters.on(store)
                .counter("requests", Window.month(ZoneOffset.UTC))
                .combining(combining)
                .build();
        return contender(name, place, () -> counter.add(any(among)));
    }

    private static CountContender contender(String name, RedisPlace place, SqlContender.Step step) {
        return new CountContender(
                name, place.commands()::flushdb, step, () -> place.commands().eval(SUM, ScriptOutputType.INTEGER));
    }

    @Override
    public Meter.Reading read() throws Exception {
        return Meter.NONE.read();
    }

    @Override
    public void close() {
        opened.forEach(RedisCounterStore::close);
        site.close();
    }
}
