package dev.semel.benchmarks;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.semel.Codec;
import dev.semel.Fingerprint;
import dev.semel.Fingerprinter;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.memory.MemoryStore;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A call whose answer is already there. Every subject holds the same keys, and a result of 1 KB of its own under each. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ReplayBenchmark {
    private static final int RESULT_SIZE = 1024;

    /** The calls to make. Their keys are equal to the stored ones, not the same objects, as keys from outside are. */
    @State(Scope.Benchmark)
    public static class Calls {
        record Call(String key, Payment request) {}

        @Param("10000")
        public int records;

        private UUID[] keys = {};
        private Call[] all = {};

        @Setup
        public void make() {
            Random random = new Random(42);
            keys = new UUID[records];
            all = new Call[records];
            for (int i = 0; i < records; i++) {
                keys[i] = new UUID(random.nextLong(), random.nextLong());
                all[i] = new Call(keys[i].toString(), Payment.number(i));
            }
        }

        /** For filling: a key object that the caller will not hold. */
        String keyToStore(int i) {
            return keys[i].toString();
        }
    }

    /** A thread's way through the calls, in another order than that in which they were stored. */
    @State(Scope.Thread)
    public static class Turn {
        private Calls.Call[] order = {};
        private int next;

        @Setup
        public void shuffle(Calls calls) {
            order = calls.all.clone();
            Collections.shuffle(Arrays.asList(order), ThreadLocalRandom.current());
        }

        Calls.Call next() {
            next = next + 1 < order.length ? next + 1 : 0;
            return order[next];
        }
    }

    @State(Scope.Benchmark)
    public static class BareMap {
        private final Map<String, byte[]> map = new ConcurrentHashMap<>();

        @Setup
        public void fill(Calls calls) {
            for (int i = 0; i < calls.records; i++) {
                map.put(calls.keyToStore(i), new byte[RESULT_SIZE]);
            }
        }
    }

    @State(Scope.Benchmark)
    public static class BareCaffeine {
        private final Cache<String, byte[]> cache =
                Caffeine.newBuilder().maximumSize(1_000_000).build();

        @Setup
        public void fill(Calls calls) {
            for (int i = 0; i < calls.records; i++) {
                cache.put(calls.keyToStore(i), new byte[RESULT_SIZE]);
            }
        }
    }

    /** An operation on the memory store whose work runs while it is filled and never again. */
    @State(Scope.Benchmark)
    public static class Payments {
        private final Operation<byte[]> operation = Semel.on(MemoryStore.create())
                .operation("payments.create", Codec.bytes())
                .build();

        @Setup
        public void fill(Calls calls) {
            for (int i = 0; i < calls.records; i++) {
                operation.once(calls.keyToStore(i), Payment.number(i), () -> new byte[RESULT_SIZE]);
            }
        }
    }

    @State(Scope.Benchmark)
    public static class PaymentsNear {
        private final Operation<byte[]> operation = Semel.builder(MemoryStore.create())
                .nearCache(1_000_000)
                .build()
                .operation("payments.create", Codec.bytes())
                .build();

        @Setup
        public void fill(Calls calls) {
            for (int i = 0; i < calls.records; i++) {
                operation.once(calls.keyToStore(i), Payment.number(i), () -> new byte[RESULT_SIZE]);
            }
        }
    }

    @State(Scope.Benchmark)
    public static class PaymentsAsText {
        private final Operation<String> operation = Semel.on(MemoryStore.create())
                .operation("payments.create", Codec.text())
                .build();

        @Setup
        public void fill(Calls calls) {
            for (int i = 0; i < calls.records; i++) {
                operation.once(calls.keyToStore(i), Payment.number(i), () -> "r".repeat(RESULT_SIZE));
            }
        }
    }

    @Benchmark
    public byte @Nullable [] map(Turn turn, BareMap bare) {
        return bare.map.get(turn.next().key());
    }

    @Benchmark
    public byte @Nullable [] caffeine(Turn turn, BareCaffeine bare) {
        return bare.cache.getIfPresent(turn.next().key());
    }

    /** What every protected call pays before it can ask anybody, and shares with no other thread. */
    @Benchmark
    public Fingerprint fingerprint(Turn turn) {
        return Fingerprinter.byValue().of(turn.next().request());
    }

    @Benchmark
    public byte[] replay(Turn turn, Payments payments) {
        Calls.Call call = turn.next();
        return payments.operation.once(call.key(), call.request(), () -> {
            throw ranAgain();
        });
    }

    @Benchmark
    public byte[] replayNear(Turn turn, PaymentsNear payments) {
        Calls.Call call = turn.next();
        return payments.operation.once(call.key(), call.request(), () -> {
            throw ranAgain();
        });
    }

    @Benchmark
    public String replayText(Turn turn, PaymentsAsText payments) {
        Calls.Call call = turn.next();
        return payments.operation.once(call.key(), call.request(), () -> {
            throw ranAgain();
        });
    }

    private static IllegalStateException ranAgain() {
        return new IllegalStateException("the work ran again; the records must stay for the whole run");
    }
}
