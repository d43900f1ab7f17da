package dev.semel.benchmarks.core;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.semel.Codec;
import dev.semel.Fingerprint;
import dev.semel.Fingerprinter;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.benchmarks.workload.PaymentRequest;
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

/** A call whose result is stored. Every contender holds the same keys, each with a separate result of 1 KB. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ReplayBenchmark {
    private static final int RESULT_SIZE = 1024;

    /** The calls to make. Their keys are equal to the stored ones but other objects, as with keys from outside. */
    @State(Scope.Benchmark)
    public static class Calls {
        record Call(String key, PaymentRequest request) {}

        @Param("10000")
        public int records;

        private UUID[] keys = {};
        private Call[] all = {};

        /** Creates the calls. */
        @Setup
        public void make() {
            Random random = new Random(42);
            keys = new UUID[records];
            all = new Call[records];
            for (int i = 0; i < records; i++) {
                keys[i] = new UUID(random.nextLong(), random.nextLong());
                all[i] = new Call(keys[i].toString(), PaymentRequest.number(i));
            }
        }

        /** Returns a new object for a key to store, which no caller will use. */
        String keyToStore(int i) {
            return keys[i].toString();
        }
    }

    /** The order in which one thread makes the calls, which differs from the order in which they were stored. */
    @State(Scope.Thread)
    public static class Turn {
        private Calls.Call[] order = {};
        private int next;

        /** Shuffles the calls. */
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

    /** A contender that is filled with all results before the first call. */
    public abstract static class Filled {

        /** Stores a result for each call. */
        @Setup
        public void fill(Calls calls) {
            for (int i = 0; i < calls.records; i++) {
                store(calls.keyToStore(i), PaymentRequest.number(i));
            }
        }

        abstract void store(String key, PaymentRequest request);
    }

    /** A map that protects nothing. */
    @State(Scope.Benchmark)
    public static class BareMap extends Filled {
        private final Map<String, byte[]> map = new ConcurrentHashMap<>();

        @Override
        void store(String key, PaymentRequest request) {
            map.put(key, new byte[RESULT_SIZE]);
        }
    }

    /** A cache that protects nothing. */
    @State(Scope.Benchmark)
    public static class BareCaffeine extends Filled {
        private final Cache<String, byte[]> cache =
                Caffeine.newBuilder().maximumSize(1_000_000).build();

        @Override
        void store(String key, PaymentRequest request) {
            cache.put(key, new byte[RESULT_SIZE]);
        }
    }

    /** An operation on the memory store, whose work runs only while the store is filled. */
    @State(Scope.Benchmark)
    public static class Payments extends Filled {
        private final Operation<byte[]> operation = Semel.on(MemoryStore.create())
                .operation("payments.create", Codec.bytes())
                .build();

        @Override
        void store(String key, PaymentRequest request) {
            operation.once(key, request, () -> new byte[RESULT_SIZE]);
        }
    }

    /** The same operation with a near cache. */
    @State(Scope.Benchmark)
    public static class PaymentsNear extends Filled {
        private final Operation<byte[]> operation = Semel.builder(MemoryStore.create())
                .nearCache(1_000_000)
                .build()
                .operation("payments.create", Codec.bytes())
                .build();

        @Override
        void store(String key, PaymentRequest request) {
            operation.once(key, request, () -> new byte[RESULT_SIZE]);
        }
    }

    /** The same operation with results that are text. */
    @State(Scope.Benchmark)
    public static class PaymentsAsText extends Filled {
        private final Operation<String> operation = Semel.on(MemoryStore.create())
                .operation("payments.create", Codec.text())
                .build();

        @Override
        void store(String key, PaymentRequest request) {
            operation.once(key, request, () -> "r".repeat(RESULT_SIZE));
        }
    }

    /** Looks a key up in a map. */
    @Benchmark
    public byte @Nullable [] map(Turn turn, BareMap bare) {
        return bare.map.get(turn.next().key());
    }

    /** Looks a key up in a cache. */
    @Benchmark
    public byte @Nullable [] caffeine(Turn turn, BareCaffeine bare) {
        return bare.cache.getIfPresent(turn.next().key());
    }

    /** Takes a fingerprint: the part of every protected call that shares nothing with other threads. */
    @Benchmark
    public Fingerprint fingerprint(Turn turn) {
        return Fingerprinter.byValue().of(turn.next().request());
    }

    /** Replays a result. */
    @Benchmark
    public byte[] replay(Turn turn, Payments payments) {
        return replayed(turn.next(), payments.operation);
    }

    /** Replays a result from the near cache. */
    @Benchmark
    public byte[] replayNear(Turn turn, PaymentsNear payments) {
        return replayed(turn.next(), payments.operation);
    }

    /** Replays a result that is text. */
    @Benchmark
    public String replayText(Turn turn, PaymentsAsText payments) {
        return replayed(turn.next(), payments.operation);
    }

    private static <T> T replayed(Calls.Call call, Operation<T> operation) {
        return operation.once(call.key(), call.request(), () -> {
            throw new IllegalStateException("the work ran again; the records must be kept for the whole run");
        });
    }
}
