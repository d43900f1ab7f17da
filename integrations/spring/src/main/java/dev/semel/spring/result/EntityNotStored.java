package dev.semel.spring.result;

import dev.semel.http.Statuses;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;

/**
 * Ends an attempt whose answer is returned but not stored: nothing was done, or the effect is unknown. It is not an exception, so that no policy for
 * exceptions stores it. Users never get it.
 */
public final class EntityNotStored extends Error {
    private static final long serialVersionUID = 1;

    private final transient @Nullable Object entity;

    private EntityNotStored(@Nullable Object entity) {
        super(null, null, true, false);
        this.entity = entity;
    }

    /** Returns the answer of the method. */
    public @Nullable Object entity() {
        return entity;
    }

    /** Returns a value that is stored, and throws for one that is not. */
    public static @Nullable Object unlessKept(@Nullable Object value) {
        if (value != null && EntityCodec.isEntity(value.getClass())) {
            if (!Statuses.isStored(((ResponseEntity<?>) value).getStatusCode().value())) {
                throw new EntityNotStored(value);
            }
        }
        return value;
    }
}
