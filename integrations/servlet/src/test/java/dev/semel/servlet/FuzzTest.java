package dev.semel.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(
        value = Setting.class,
        names = {"TOMCAT", "JETTY"})
@DisplayName("a random request")
class FuzzTest extends ServedTest {
    private static final long SEED = Long.getLong("semel.seed", 20_261_116L);
    private static final List<String> TYPES = List.of(
            "application/json",
            "application/problem+json;charset=x",
            "multipart/form-data; boundary=b",
            "multipart/form-data; boundary=",
            "application/x-www-form-urlencoded",
            "application/x-www-form-urlencoded;charset=nonsense",
            ";;;",
            "text/plain");

    private final Random random = new Random(SEED);

    private String text(String alphabet, int most) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(most); i > 0; i--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    @Test
    @DisplayName("C2 C10 is refused as malformed, or runs once and replays the same answer")
    void headersAndBodies() throws IOException {
        application((request, response) -> {
            response.getOutputStream()
                    .print(runs() + " " + request.getInputStream().readAllBytes().length);
        });
        for (int round = 0; round < 150; round++) {
            String headers = "Idempotency-Key: " + text("ab\"\\;, \t=:\u00e9%", 12) + "\r\nContent-Type: "
                    + TYPES.get(random.nextInt(TYPES.size())) + "\r\n";
            String body = text("{}[]\",:1ea&=%-b\r\n\0\u00ff", 40);
            String first = send(headers, body);
            String again = send(headers, body);
            String where = "seed " + SEED + ", round " + round;
            assertThat(Wire.status(first)).as(where).isIn(200, 400, 422);
            assertThat(Wire.status(again)).as(where).isEqualTo(Wire.status(first));
            if (Wire.status(first) == 200) {
                assertThat(content(again)).as(where).isEqualTo(content(first));
                assertThat(again).as(where).contains("Idempotency-Replayed: true");
            }
        }
        assertThat(runs()).isPositive();
    }

    private String send(String headers, String body) throws IOException {
        try (Wire wire = new Wire(container().uri())) {
            return wire.request("POST /payments", headers, body).receive();
        }
    }

    private static String content(String received) {
        return received.substring(received.indexOf("\r\n\r\n"));
    }
}
