package dev.semel.redis.wire;

import dev.semel.redis.server.FlatReply;
import java.nio.ByteBuffer;

/** A reply that also records whether its command was sent to a server that may have run it. */
final class OnceReply extends FlatReply {
    private volatile boolean sent;

    /** Marks the command as sent, and returns whether no server can have run it before. */
    boolean isFirstSending() {
        boolean first = !sent;
        sent = true;
        return first;
    }

    /** Returns whether the command was written to a connection, so that a server may have run it. */
    boolean wasSent() {
        return sent;
    }

    /** Discards the beginning of a reply that was cut off with its connection, so that it is not mistaken for another reply. */
    void discard() {
        output.clear();
    }

    /** A cluster node that redirects a command has not run it. */
    @Override
    public void setError(ByteBuffer error) {
        super.setError(error);
        String text = String.valueOf(getError());
        if (text.startsWith("MOVED") || text.startsWith("ASK")) {
            sent = false;
        }
    }
}
