package dev.semel.http;

import java.time.Duration;

/** What a duplicate gets while the first request is running. */
public sealed interface Duplicates {

    /** 409 with {@code Retry-After}. */
    static Duplicates refuse() {
        return new Refused();
    }

    /** The first request's answer if it comes in time, else 409 with {@code Retry-After}. */
    static Duplicates waitUpTo(Duration limit) {
        return new Wait(limit);
    }

    /** 202 with the {@code Location} of the status address. */
    static Duplicates accepted() {
        return new Accepted();
    }

    /** See {@link #refuse()}. */
    record Refused() implements Duplicates {}

    /**
     * See {@link #waitUpTo}.
     *
     * @param limit how long at most
     */
    record Wait(Duration limit) implements Duplicates {}

    /** See {@link #accepted()}. */
    record Accepted() implements Duplicates {}
}
