package dev.semel.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.netty.buffer.ByteBuf;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A command that is run once at most. After a reconnection Lettuce writes again what was not answered; what it then writes is a
 * PING, whose answer takes the place of the one that was lost.
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

    /** Whether a server may have run it. */
    boolean wasSent() {
        return reply.wasSent();
    }

    @Override
    public void encode(ByteBuf buffer) {
        if (reply.isFirstSending()) {
            super.encode(buffer);
        } else {
            reply.forget();
            buffer.writeBytes(PING);
        }
    }
}
