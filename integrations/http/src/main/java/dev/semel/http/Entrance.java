package dev.semel.http;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;

/** The entrance of one request into the guard. {@link HttpGuard#find} returns it; only Semel implements it. */
public interface Entrance {

    /** Returns the name of the operation that guards the request; empty if it is for a status address. */
    Optional<String> operation();

    /**
     * Returns whether {@link #enter}, the application and {@link Ticket#close} must run on one thread, as in a transaction. Such an entrance never
     * returns {@link Entry.Wait}. A ticket with a {@linkplain Ticket#context context} must be closed on that thread when the application has returned.
     */
    boolean threadBound();

    /**
     * Returns how many bytes of the body {@link #enter} reads at most; empty if it does not read the body. An adapter that must not block reads
     * that many and one more before it calls {@code enter}, and gives those as {@link Exchange#body()}. Does no I/O.
     */
    OptionalInt requestLimit(Exchange exchange);

    /**
     * Decides what happens to the request. May block: it reads the body and asks the store.
     *
     * @param exchange the request that this entrance was found for; it may know its caller and its body only now
     * @throws IOException if the body cannot be read; nothing has run
     */
    Entry enter(Exchange exchange) throws IOException;
}
