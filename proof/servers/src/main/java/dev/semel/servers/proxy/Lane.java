package dev.semel.servers.proxy;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/** One direction of all connections of a proxy: what happens to its bytes. */
public final class Lane {
    private static final long NO_CUT = Long.MAX_VALUE;

    /**
     * What becomes of some bytes.
     *
     * @param bytes how many pass
     * @param thenCut whether the connection is cut after them
     */
    record Passage(int bytes, boolean thenCut) {}

    private final LongAdder bytes = new LongAdder();
    private volatile boolean dropping;
    private volatile Duration delay = Duration.ZERO;
    private long bytesUntilCut = NO_CUT;

    public long bytes() {
        return bytes.sum();
    }

    void count(int length) {
        bytes.add(length);
    }

    boolean dropping() {
        return dropping;
    }

    public void drop() {
        dropping = true;
    }

    public Duration delay() {
        return delay;
    }

    public void delay(Duration by) {
        delay = by;
    }

    public synchronized void cutAfter(long length) {
        bytesUntilCut = length;
    }

    /** Returns how many of the bytes that have arrived may pass. */
    synchronized Passage pass(int length) {
        if (length < bytesUntilCut) {
            bytesUntilCut -= bytesUntilCut == NO_CUT ? 0 : length;
            return new Passage(length, false);
        }
        int last = (int) bytesUntilCut;
        bytesUntilCut = NO_CUT;
        return new Passage(last, true);
    }

    synchronized void heal() {
        dropping = false;
        delay = Duration.ZERO;
        bytesUntilCut = NO_CUT;
    }
}
