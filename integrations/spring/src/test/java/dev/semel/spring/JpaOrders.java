package dev.semel.spring;

import jakarta.persistence.EntityManager;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.transaction.annotation.Transactional;

/** A service that writes entities, which reach the database when the transaction is flushed. */
class JpaOrders {
    private final EntityManager entities;
    private final AtomicInteger runs = new AtomicInteger();

    JpaOrders(EntityManager entities) {
        this.entities = entities;
    }

    int runs() {
        return runs.get();
    }

    void flush() {
        entities.flush();
    }

    @Idempotent(operation = "jpa.place", key = "#key", fingerprint = "#key", mode = Idempotent.Mode.TRANSACTIONAL)
    @Transactional
    public String place(String key, String slot, Orders.Step step) throws Exception {
        String receipt = insert(key, slot);
        step.run();
        return receipt;
    }

    private String insert(String key, String slot) {
        JpaOrder order = new JpaOrder(key, slot);
        entities.persist(order);
        return order.id() + " in " + order.slot() + ", run " + runs.incrementAndGet();
    }
}
