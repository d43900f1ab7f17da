package dev.semel.torture.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("torture")
@DisplayName("an answer that was received")
class ReceivedTest {
    private static final String HEAD = "HTTP/1.1 201 \r\nX-Node: 1-1\r\n";

    @Test
    @DisplayName("is read by its length or by its chunks")
    void whole() {
        Received byLength = Received.of(HEAD + "Content-Length: 3\r\n\r\nabc");
        Received byChunks = Received.of(HEAD + "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n");

        assertThat(byLength).isNotNull().returns(201, Received::status).returns("abc", Received::body);
        assertThat(byChunks).isNotNull().returns("abc", Received::body).returns("1-1", found -> found.header("x-node"));
    }

    @ParameterizedTest(name = "is none if it breaks off: {0}")
    @ValueSource(
            strings = {
                "",
                "Content-Length: 3\r\n",
                "Content-Length: 3\r\n\r\nab",
                "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n",
                "Transfer-Encoding: chunked\r\n\r\n2\r\na",
                "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n",
                "\r\nuntil the end of the connection"
            })
    void breaksOff(String rest) {
        assertThat(Received.of(HEAD + rest)).isNull();
    }
}
