package dev.semel.redis.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a command that runs at most once")
class OnceCommandTest {

    @Test
    @DisplayName("E1 is written as a PING the second time, unless a cluster node redirected it")
    void writtenAgain() {
        CommandArgs<byte[], byte[]> args = new CommandArgs<>(ByteArrayCodec.INSTANCE).add("x");
        OnceCommand command = OnceCommand.of(CommandType.EVALSHA, args);
        assertThat(written(command)).contains("EVALSHA");
        assertThat(written(command)).contains("PING").doesNotContain("EVALSHA");
        OnceCommand moved = OnceCommand.of(CommandType.EVALSHA, args);
        assertThat(written(moved)).contains("EVALSHA");
        moved.getOutput().setError(ByteBuffer.wrap("MOVED 1 127.0.0.1:1".getBytes(StandardCharsets.US_ASCII)));
        assertThat(written(moved)).contains("EVALSHA");
        assertThat(written(moved)).contains("PING");
    }

    @Test
    @DisplayName("E1 does not mistake the reply to that PING for the rest of a reply that was cut off")
    void cutOffAnswer() {
        OnceCommand command = OnceCommand.of(CommandType.EVALSHA, new CommandArgs<>(ByteArrayCodec.INSTANCE));
        written(command);
        CommandOutput<byte[], byte[], List<Object>> output = command.getOutput();
        output.multi(3);
        output.set(0L);
        output.set(7L);
        written(command);
        output.set(ByteBuffer.wrap("PONG".getBytes(StandardCharsets.US_ASCII)));
        assertThat(output.get()).hasSize(1);
    }

    private static String written(OnceCommand command) {
        ByteBuf buffer = Unpooled.buffer();
        command.encode(buffer);
        return buffer.toString(StandardCharsets.US_ASCII);
    }
}
