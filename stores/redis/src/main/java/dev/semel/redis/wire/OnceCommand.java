package dev.semel.redis.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.netty.buffer.ByteBuf;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A command that runs at most once. After a reconnection Lettuce writes unanswered commands again; this command then encodes itself as a
 * PING, whose reply takes the place of the lost one.
 */
final class OnceCommand extends Command<byte[], byte[], List<@Nullable Object>> {
    private static final byte[] PING = "*1\r\n$4\r\nPING\r\n".getBytes(US_ASCII);

    private final OnceReply reply;

    private OnceCommand(CommandType type, OnceReply reply, CommandArgs<byte[], byte[]> args) {
        super(type, reply, args);
        this.reply = reply;
    }

    static OnceCommand of(CommandType type, CommandArgs<byte[], byte[]> args) {
        return new OnceCommand(type, new OnceReply(), args);
    }

    /** Returns whether a server may have run the command. */
    boolean wasSent() {
        return reply.wasSent();
    }

    @Override
    public void encode(ByteBuf buffer) {
        if (reply.isFirstSending()) {
            super.encode(buffer);
        } else {
            reply.discard();
            buffer.writeBytes(PING);
        }
    }
}
