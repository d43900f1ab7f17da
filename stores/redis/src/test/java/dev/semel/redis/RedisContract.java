package dev.semel.redis;

import dev.semel.redis.record.RecordKeys;
import dev.semel.redis.server.PlainCommands;
import dev.semel.redis.server.Servers;
import dev.semel.store.RecordId;
import dev.semel.store.Store;
import dev.semel.testkit.store.StoreContract;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The contract on one kind of set-up. */
abstract class RedisContract extends StoreContract {

    /** A store with the defaults. */
    abstract RedisStore.Builder builder();

    /** What to change bytes with, beside the store. */
    abstract Servers servers();

    @Override
    protected Store openStore() {
        return builder().build();
    }

    /** Up to six servers and their clients share the processors with other tests: a renewal may be late. */
    @Override
    protected Duration shortLease() {
        return Duration.ofSeconds(1);
    }

    @Override
    protected Optional<Integer> resultLimit() {
        return Optional.of(1 << 20);
    }

    @Override
    protected boolean purgesItself() {
        return true;
    }

    @Override
    protected boolean makeUnreadable(RecordId id) {
        new PlainCommands(Duration.ofSeconds(5))
                .ask(servers().connect(), CommandType.SETRANGE, new RecordKeys("semel:").of(id), "0", new byte[] {2});
        return true;
    }

    @Override
    protected boolean damageResult(RecordId id, UnaryOperator<byte[]> change) {
        PlainCommands questions = new PlainCommands(Duration.ofSeconds(5));
        byte[] key = new RecordKeys("semel:").of(id);
        // The server may have removed it meanwhile.
        if (questions.ask(servers().connect(), CommandType.GET, key).get(0) instanceof byte[] value) {
            questions.ask(servers().connect(), CommandType.SET, key, Samples.withResult(value, change), "KEEPTTL");
        }
        return true;
    }
}
