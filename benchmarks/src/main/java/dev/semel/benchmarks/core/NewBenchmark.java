package dev.semel.benchmarks.core;

import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.benchmarks.workload.PaymentRequest;
import dev.semel.memory.MemoryStore;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A call with a new key, whose work returns 1 KB immediately. Old records are removed as new ones come, so the heap does not grow. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class NewBenchmark {
    private static final int RESULT_SIZE = 1024;
    private static final int KEPT_BY_EACH_THREAD = 10_000;

    /** The unique keys of one thread, 36 characters long. */
    @State(Scope.Thread)
    public static class Keys {
        private static final AtomicLong THREADS = new AtomicLong(100_000);

        private final String prefix = "new-operation-" + THREADS.incrementAndGet() + "-";
        private final String[] kept = new String[KEPT_BY_EACH_THREAD];
        private long count = 100_000_000_000_000L;

        String next() {
            count++;
            return prefix + count;
        }

        /** Keeps a key and returns the oldest one, which is kept no longer; an empty key while there are too few. */
        String oldestFor(String key) {
            int place = (int) (count % KEPT_BY_EACH_THREAD);
            String oldest = kept[place];
            kept[place] = key;
            return oldest == null ? "" : oldest;
        }
    }

    /** A map that protects nothing. */
    @State(Scope.Benchmark)
    public static class BareMap {
        private final Map<String, byte[]> map = new ConcurrentHashMap<>();
    }

    /** An operation whose retention is so short that the store removes about as many records as are added. */
    @State(Scope.Benchmark)
    public static class Payments {
        private final Operation<byte[]> operation = Semel.on(MemoryStore.create())
                .operation("payments.create", Codec.bytes())
                .retention(Duration.ofMillis(50))
                .build();
    }

    /** Puts and removes a key. */
    @Benchmark
    public byte[] map(Keys keys, BareMap bare) {
        String key = keys.next();
        byte[] value = new byte[RESULT_SIZE];
        bare.map.put(key, value);
        bare.map.remove(keys.oldestFor(key));
        return value;
    }

    /** Runs a new operation. */
    @Benchmark
    public byte[] once(Keys keys, Payments payments) {
        return payments.operation.once(keys.next(), PaymentRequest.number(1), () -> new byte[RESULT_SIZE]);
    }
}
