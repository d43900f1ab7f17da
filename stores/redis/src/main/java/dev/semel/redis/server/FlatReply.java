package dev.semel.redis.server;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A reply decoded as a flat list of {@code Long}, {@code byte[]} and {@code null}. */
public class FlatReply extends CommandOutput<byte[], byte[], List<@Nullable Object>> {

    /** Creates an empty reply. */
    public FlatReply() {
        super(ByteArrayCodec.INSTANCE, new ArrayList<>());
    }

    /** Starts a reply, and discards elements of an earlier one that was cut off with its connection. */
    @Override
    public void multi(int count) {
        output.clear();
    }

    @Override
    public void set(long integer) {
        output.add(integer);
    }

    @Override
    public void set(@Nullable ByteBuffer bytes) {
        if (bytes == null) {
            output.add(null);
        } else {
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            output.add(copy);
        }
    }
}
