package dev.semel.lambda;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.semel.OperationBuilder;
import dev.semel.Semel;
import dev.semel.jackson.JsonCodec;
import dev.semel.memory.MemoryStore;
import dev.semel.store.RecordId;
import dev.semel.store.StoredRecord;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.TestClock;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A shop that accepts payments, with its records in memory and a clock that the test sets. */
final class Shop {
    record Payment(String orderId, long cents, String sentAt) {}

    record Receipt(String id, long cents) {}

    static final String OPERATION = "payments.create";
    static final Payment PAYMENT = new Payment("o-1", 1250, "09:30");

    final TestClock clock = TestClock.create();
    final FaultyStore store = FaultyStore.on(MemoryStore.builder().clock(clock).build());
    final Semel semel = Semel.on(store);
    final AtomicInteger charges = new AtomicInteger();

    OperationBuilder<Receipt> payments() {
        return semel.operation(OPERATION, JsonCodec.of(Receipt.class));
    }

    OperationBuilder<List<Receipt>> manyPayments() {
        return semel.operation(OPERATION, JsonCodec.of(new TypeReference<List<Receipt>>() {}));
    }

    Receipt charge(Payment payment) {
        return new Receipt("r-" + charges.incrementAndGet(), payment.cents());
    }

    StoredRecord record(String key) {
        return store.find(new RecordId(OPERATION, "", key)).orElseThrow();
    }
}
