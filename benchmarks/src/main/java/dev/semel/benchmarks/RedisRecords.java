package dev.semel.benchmarks;

import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.redis.RedisStore;
import java.util.function.UnaryOperator;

/** Semel on a Redis store, as an application uses it. */
final class RedisRecords implements AutoCloseable {
    private static final Payment REQUEST = Payment.number(1);

    private final RedisPlace place;
    private final RedisStore store;
    private final Semel semel;
    private final Operation<byte[]> operation;

    RedisRecords(RedisPlace place, UnaryOperator<RedisStore.Builder> choice) {
        this.place = place;
        this.store = choice.apply(RedisStore.builder(place.address())).build();
        this.semel = Semel.on(store);
        this.operation = semel.operation("payments.create", Codec.bytes()).build();
    }

    RedisPlace place() {
        return place;
    }

    void once() {
        operation.once(SqlKeys.fresh(), REQUEST, () -> Rows.RESULT);
    }

    void replay() {
        byte[] result = operation.once(SqlKeys.known(), REQUEST, () -> {
            throw new IllegalStateException("a known key was run again");
        });
        if (!Rows.same(result)) {
            throw new IllegalStateException("the answer is not what was stored");
        }
    }

    /** Makes the place hold records that can be replayed. */
    void fill() {
        place.commands().flushdb();
        for (int i = 0; i < Rows.AT_THE_START; i++) {
            operation.once(SqlKeys.known(i), REQUEST, () -> Rows.RESULT);
        }
    }

    @Override
    public void close() {
        semel.close();
        store.close();
    }
}
