package dev.semel.spring;

import dev.semel.http.Statuses;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;

/**
 * Ends an attempt whose answer is given but not kept: it says that nothing was done, or that nobody knows. Not an exception, so that no policy for
 * exceptions keeps it. Never seen by users.
 */
final class NotStored extends Error {
    private static final long serialVersionUID = 1;

    private final transient @Nullable Object entity;

    private NotStored(@Nullable Object entity) {
        super(null, null, true, false);
        this.entity = entity;
    }

    @Nullable
    Object entity() {
        return entity;
    }

    /** Lets a value through that is kept, and throws for one that is not. */
    static @Nullable Object unlessKept(@Nullable Object value) {
        if (value != null && EntityCodec.isEntity(value.getClass())) {
            if (!Statuses.isStored(((ResponseEntity<?>) value).getStatusCode().value())) {
                throw new NotStored(value);
            }
        }
        return value;
    }
}
