package dev.semel.benchmarks.core;

import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.benchmarks.workload.PaymentRequest;
import dev.semel.memory.MemoryStore;
import java.util.Random;
import java.util.UUID;

/**
 * A program that fills a memory store with settled records and prints how many bytes of heap each of them takes in total: key, result,
 * bookkeeping and the table of the map. It holds nothing but the store, and runs in its own JVM so that no other objects are counted.
 */
final class HeapProbe {
    private static final int RESULT_SIZE = 1024;

    private HeapProbe() {}

    /** Fills a store with as many records as the argument says. */
    public static void main(String[] args) throws InterruptedException {
        int records = Integer.parseInt(args[0]);
        fill(MemoryStore.create(), 100); // otherwise classes that are loaded on first use would be counted
        MemoryStore store = MemoryStore.create();
        long before = usedHeap();
        fill(store, records);
        long after = usedHeap();
        if (store.size() != records) { // also keeps the store alive while it is measured
            throw new IllegalStateException("the store holds " + store.size() + " records, not " + records);
        }
        System.out.println((double) (after - before) / records);
    }

    private static void fill(MemoryStore store, int records) {
        Random random = new Random(7);
        try (Semel semel = Semel.on(store)) {
            Operation<byte[]> payments =
                    semel.operation("payments.create", Codec.bytes()).build();
            for (int i = 0; i < records; i++) {
                String key = new UUID(random.nextLong(), random.nextLong()).toString();
                payments.once(key, PaymentRequest.number(i), () -> new byte[RESULT_SIZE]);
            }
        }
    }

    /** Collects garbage until a collection frees nothing, and returns the used heap. */
    private static long usedHeap() throws InterruptedException {
        Runtime runtime = Runtime.getRuntime();
        long used = Long.MAX_VALUE;
        while (true) {
            System.gc();
            Thread.sleep(50);
            long now = runtime.totalMemory() - runtime.freeMemory();
            if (now >= used) {
                return used;
            }
            used = now;
        }
    }
}
