package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the answer of a script")
class RepliesTest {
    private final Replies replies = new Replies();

    @Test
    @DisplayName("is numbers, bytes and nothing, in their order")
    void flatList() {
        replies.multi(3);
        replies.set(7);
        replies.set((ByteBuffer) null);
        replies.set(ByteBuffer.wrap(new byte[] {1, 2}));
        assertThat(replies.get()).containsExactly(7L, null, new byte[] {1, 2});
    }

    @Test
    @DisplayName(
            "F2 forgets its beginning that was cut off with a connection, when the client sends the same command again")
    void beginsAnew() {
        replies.multi(2);
        replies.set(7);
        replies.multi(2);
        replies.set(8);
        replies.set(9);
        assertThat(replies.get()).containsExactly(8L, 9L);
    }
}
