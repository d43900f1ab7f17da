package dev.semel.redis;

import java.nio.ByteBuffer;

/** What a script answers, and whether its command was sent to a server that may have run it. */
final class OnceReply extends Replies {
    private volatile boolean sent;

    /** Whether this is the first time, as far as a server can have run it. */
    boolean isFirstSending() {
        boolean first = !sent;
        sent = true;
        return first;
    }

    /** Whether it was written to a connection, so that a server may have run it. */
    boolean wasSent() {
        return sent;
    }

    /** Forgets the beginning of an answer that was cut off with its connection, so that nobody takes it for one to another command. */
    void forget() {
        output.clear();
    }

    /** A node of a cluster that sends a command elsewhere has not run it. */
    @Override
    public void setError(ByteBuffer error) {
        super.setError(error);
        String text = String.valueOf(getError());
        if (text.startsWith("MOVED") || text.startsWith("ASK")) {
            sent = false;
        }
    }
}
