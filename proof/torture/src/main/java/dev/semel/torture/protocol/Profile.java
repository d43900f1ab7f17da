package dev.semel.torture.protocol;

import dev.semel.testkit.history.Promises;
import java.time.Duration;
import java.util.Arrays;

/** An operation and its policies, as workers use it and as the checker has to judge it. */
public enum Profile {
    /** Duplicates are refused while it runs; run again after failures and abandonment. */
    AGAIN("pay.again", Mode.LEASED),
    /** Duplicates wait. */
    WAIT("pay.wait", Mode.LEASED),
    /** Held after abandonment. */
    HOLD("pay.hold", Mode.LEASED),
    /** A reconciler decides, which reads the ledger. */
    ASK("pay.ask", Mode.LEASED),
    /** Some failures are results and are replayed. */
    FAIL("pay.fail", Mode.LEASED),
    /** Results are replayed for a short time only, so that records are recreated and purged. */
    SHORT("pay.short", Mode.LEASED),
    /** The asynchronous API. */
    ASYNC("pay.async", Mode.ASYNC),
    /** In one transaction with its effect; duplicates wait. */
    BOOK("book.wait", Mode.BOOKED),
    /** In one transaction; duplicates are refused. */
    BOOK_REFUSE("book.refuse", Mode.BOOKED),
    /** In one transaction, replayed for a short time only. */
    BOOK_SHORT("book.short", Mode.BOOKED),
    /** In one transaction; some failures are replayed, and their rows must be gone. */
    BOOK_FAIL("book.fail", Mode.BOOKED);

    /** The part of the public API that is called. */
    public enum Mode {
        LEASED,
        ASYNC,
        BOOKED
    }

    private static final Duration FOR_THE_RUN = Duration.ofHours(24);

    private final String operation;
    private final Mode mode;

    Profile(String operation, Mode mode) {
        this.operation = operation;
        this.mode = mode;
    }

    /** Returns the profile of a record's operation. */
    public static Profile of(String id) {
        String name = id.substring(0, id.indexOf('|'));
        return Arrays.stream(values())
                .filter(profile -> profile.operation.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no operation of that name: " + name));
    }

    public String operation() {
        return operation;
    }

    public Mode mode() {
        return mode;
    }

    public boolean isBooked() {
        return mode == Mode.BOOKED;
    }

    /** Returns whether no attempt may follow one whose outcome is unknown. */
    public boolean holds() {
        return this == HOLD;
    }

    public boolean asks() {
        return this == ASK;
    }

    /** Returns the policies that the checker judges by. */
    public Promises terms() {
        return new Promises(this == HOLD, this == ASK, !isShort());
    }

    public boolean replaysFailures() {
        return this == FAIL || this == BOOK_FAIL;
    }

    public boolean waits() {
        return this == WAIT || this == ASYNC || this == BOOK || this == BOOK_SHORT || this == BOOK_FAIL;
    }

    /** Returns whether its records are forgotten and recreated within a run. */
    public boolean isShort() {
        return this == SHORT || this == BOOK_SHORT;
    }

    /** Returns how long a duplicate waits, where it waits. */
    public static Duration waitLimit(Duration lease) {
        return lease.multipliedBy(3);
    }

    public Duration retention(Duration lease) {
        return isShort() ? lease.multipliedBy(3) : FOR_THE_RUN;
    }
}
