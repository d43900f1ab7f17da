package dev.semel.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.netty.buffer.ByteBuf;

/**
 * A command that is run once at most. After a reconnection Lettuce writes again what was not answered; if that could count twice, what it then
 * writes is a PING, whose answer takes the place of the one that was lost.
 */
final class CountCommand extends Command<byte[], byte[], String> {
    private static final byte[] PING = "*1\r\n$4\r\nPING\r\n".getBytes(US_ASCII);

    private final CountReply reply;
    private final boolean mayRepeat;

    private CountCommand(CommandType type, CountReply reply, CommandArgs<byte[], byte[]> args, boolean mayRepeat) {
        super(type, reply, args);
        this.reply = reply;
        this.mayRepeat = mayRepeat;
    }

    /**
     * Makes one.
     *
     * @param mayRepeat whether the script tells by itself that it has run before
     */
    static CountCommand of(CommandType type, CommandArgs<byte[], byte[]> args, boolean mayRepeat) {
        return new CountCommand(type, new CountReply(), args, mayRepeat);
    }

    /** Whether the same call may be sent as another command. */
    boolean maySendAgain() {
        return mayRepeat || !reply.wasSent();
    }

    @Override
    public void encode(ByteBuf buffer) {
        if (reply.isFirstSending() || mayRepeat) {
            super.encode(buffer);
        } else {
            buffer.writeBytes(PING);
        }
    }
}
