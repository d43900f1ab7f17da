package dev.semel.redis;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A flat list of numbers ({@code Long}), bytes ({@code byte[]}) and nothing ({@code null}). */
class Replies extends CommandOutput<byte[], byte[], List<@Nullable Object>> {

    Replies() {
        super(ByteArrayCodec.INSTANCE, new ArrayList<>());
    }

    /** The answer begins; what came before is the rest of one that was cut off with its connection. */
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
