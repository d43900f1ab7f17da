package dev.semel.counter;

import dev.semel.store.Nonce;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Nonces that have to be unique and may be predictable: they protect nothing. */
final class Nonces {
    private static final long PROCESS = new SecureRandom().nextLong();
    private static final AtomicLong NUMBER = new AtomicLong(new SecureRandom().nextLong());

    private Nonces() {}

    static Nonce next() {
        return new Nonce(PROCESS, NUMBER.getAndIncrement());
    }
}
