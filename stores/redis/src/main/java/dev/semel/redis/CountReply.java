package dev.semel.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What the script for counts answers, and whether its command was sent to somebody who may have run it. */
final class CountReply extends CommandOutput<byte[], byte[], String> {
    private volatile boolean sent;

    CountReply() {
        super(ByteArrayCodec.INSTANCE, "");
    }

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

    @Override
    public void set(@Nullable ByteBuffer bytes) {
        output = bytes == null ? "" : US_ASCII.decode(bytes).toString();
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
