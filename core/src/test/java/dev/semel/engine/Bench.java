package dev.semel.engine;

import dev.semel.Codec;
import dev.semel.Event;
import dev.semel.Fingerprinter;
import dev.semel.OperationBuilder;
import dev.semel.RecordState;
import dev.semel.Semel;
import dev.semel.memory.MemoryStore;
import dev.semel.store.ClaimRequest;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.RecordId;
import dev.semel.store.StoredRecord;
import dev.semel.testkit.Fault;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The engine on virtual time, with a store that fails on demand, and all events that the listeners received. */
final class Bench {
    static final Duration LEASE = Duration.ofSeconds(30);
    static final RecordId ID = new RecordId("op", "", "k");

    final VirtualTime time = new VirtualTime();
    final MemoryStore memory = MemoryStore.builder().clock(time.clock()).build();
    final FaultyStore store = new FaultyStore(memory, call -> Fault.none(), time::advance);
    final List<Event> events = new ArrayList<>();

    Semel.Builder semel() {
        return Semel.builder(store)
                .timekeeper(new DrivenTime(time))
                .executor(time)
                .listener(events::add);
    }

    /** Returns an operation of a separate process. */
    OperationBuilder<String> operation() {
        return operation(semel());
    }

    static OperationBuilder<String> operation(Semel.Builder semel) {
        return semel.build().operation("op", Codec.text()).lease(LEASE);
    }

    /** Returns an operation of a process that never renews a lease, and so has gone when the lease expires. */
    OperationBuilder<String> dyingOperation() {
        return operation(Semel.builder(store).timekeeper(new VirtualTime()).executor(time));
    }

    /** Leaves a record of an owner that has gone, which stays until it is settled. */
    void abandonRecord() {
        memory.claim(new ClaimRequest(
                ID, Fingerprinter.byValue().of(null), () -> new Nonce(1, 1), new LeaseTerms(LEASE, null), false));
        time.advance(LEASE);
    }

    StoredRecord record() {
        return memory.find(ID).orElseThrow();
    }

    RecordState state() {
        return record().state();
    }

    <E extends Event> List<E> received(Class<E> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
