package dev.semel.redis.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the reply of a script")
class FlatReplyTest {
    private final FlatReply replies = new FlatReply();

    @Test
    @DisplayName("is a list of numbers, bytes and nulls, in order")
    void flatList() {
        replies.multi(3);
        replies.set(7);
        replies.set((ByteBuffer) null);
        replies.set(ByteBuffer.wrap(new byte[] {1, 2}));
        assertThat(replies.get()).containsExactly(7L, null, new byte[] {1, 2});
    }

    @Test
    @DisplayName("F2 discards a beginning that was cut off with its connection when the client resends the command")
    void beginsAnew() {
        replies.multi(2);
        replies.set(7);
        replies.multi(2);
        replies.set(8);
        replies.set(9);
        assertThat(replies.get()).containsExactly(8L, 9L);
    }
}
