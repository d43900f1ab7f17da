package dev.semel.servers.proxy;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** All that passes through a proxy: the faults that are set, and what was counted. */
public final class Traffic {
    public final Lane requests = new Lane();
    public final Lane replies = new Lane();
    public final LongAdder connections = new LongAdder();
    public final LongAdder roundTrips = new LongAdder();
    public final LongAdder cuts = new LongAdder();

    /** Null: nothing is to be lost. */
    private final AtomicReference<@Nullable String> requestToLose = new AtomicReference<>();

    private final AtomicReference<@Nullable String> requestWhoseReplyToLose = new AtomicReference<>();

    public void loseRequest(String text) {
        requestToLose.set(text);
    }

    public void loseReply(String text) {
        requestWhoseReplyToLose.set(text);
    }

    /** Returns whether this is the request to lose; it is lost once. */
    boolean losesRequest(byte[] request, int length) {
        return strikes(requestToLose, request, length);
    }

    /** Returns whether this is the request whose reply is to be lost; it is lost once. */
    boolean losesReplyTo(byte[] request, int length) {
        return strikes(requestWhoseReplyToLose, request, length);
    }

    public void heal() {
        requestToLose.set(null);
        requestWhoseReplyToLose.set(null);
        requests.heal();
        replies.heal();
    }

    private static boolean strikes(AtomicReference<@Nullable String> fault, byte[] request, int length) {
        String text = fault.get();
        return text != null
                && new String(request, 0, length, StandardCharsets.ISO_8859_1).contains(text)
                && fault.compareAndSet(text, null);
    }
}
