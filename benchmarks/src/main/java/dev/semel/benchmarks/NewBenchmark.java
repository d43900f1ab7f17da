package dev.semel.benchmarks;

import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
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

/** A call with a key that nobody has seen, whose work gives 1 KB at once. Old records go as new ones come, so the heap stays as it is. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class NewBenchmark {
    private static final int RESULT_SIZE = 1024;
    private static final int KEPT_BY_EACH_THREAD = 10_000;

    /** Keys of a thread's own, each once, 36 characters long. */
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

        /** Swaps a key for the one that is the oldest to be kept; the empty one if there is none yet. */
        String oldestFor(String key) {
            int place = (int) (count % KEPT_BY_EACH_THREAD);
            String oldest = kept[place];
            kept[place] = key;
            return oldest == null ? "" : oldest;
        }
    }

    @State(Scope.Benchmark)
    public static class BareMap {
        private final Map<String, byte[]> map = new ConcurrentHashMap<>();
    }

    /** With a retention so short that the store's sweep removes about as much as is added. */
    @State(Scope.Benchmark)
    public static class Payments {
        private final Operation<byte[]> operation = Semel.on(MemoryStore.create())
                .operation("payments.create", Codec.bytes())
                .retention(Duration.ofMillis(50))
                .build();
    }

    @Benchmark
    public byte[] map(Keys keys, BareMap bare) {
        String key = keys.next();
        byte[] value = new byte[RESULT_SIZE];
        bare.map.put(key, value);
        bare.map.remove(keys.oldestFor(key));
        return value;
    }

    @Benchmark
    public byte[] once(Keys keys, Payments payments) {
        return payments.operation.once(keys.next(), Payment.number(1), () -> new byte[RESULT_SIZE]);
    }
}
