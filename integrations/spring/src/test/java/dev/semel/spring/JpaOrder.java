package dev.semel.spring;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** An order as an entity. No two have the same slot. */
@Entity
@Table(name = "jpa_order")
class JpaOrder {
    @Id
    private String id;

    @Column(unique = true)
    private String slot;

    /** For JPA. */
    protected JpaOrder() {}

    JpaOrder(String id, String slot) {
        this.id = id;
        this.slot = slot;
    }

    String slot() {
        return slot;
    }

    String id() {
        return id;
    }
}
