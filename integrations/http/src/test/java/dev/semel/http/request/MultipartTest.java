package dev.semel.http.request;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.http.Dialogue;
import dev.semel.http.FakeExchange;
import dev.semel.http.Header;
import dev.semel.http.Route;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("fingerprints of multipart bodies")
class MultipartTest {
    private static final List<String> BOUNDARIES = List.of("A", "B", "AB", "-", "--", "A--");
    private static final List<String> TOKENS =
            List.of("\r\n", "\r\n--", "\n", "--", "-", "A", "B", "x", " ", "\r\n--A\r\n", "\r\n--B\r\n");

    private record Body(String boundary, String text) {
        /** With the placeholder wherever the boundary stands at the start of a line. */
        String apartFromBoundary() {
            Pattern delimiter = Pattern.compile("(^|\r\n)--" + Pattern.quote(boundary));
            return delimiter.matcher(text).replaceAll(found -> Matcher.quoteReplacement(found.group(1) + "--\0"));
        }
    }

    private static Fingerprint fingerprint(String boundary, String body) {
        FakeExchange exchange = FakeExchange.with("k");
        exchange.headers.remove(0);
        exchange.headers.add(new Header("Content-Type", "multipart/form-data; boundary=\"" + boundary + "\""));
        return new Requests(Route.builder("/payments", "payments.create").build(), Dialogue.DEFAULT)
                .fingerprint(exchange, body.getBytes(ISO_8859_1));
    }

    @Test
    @DisplayName("C20 two multipart bodies with the same fingerprint are equal up to the choice of boundary")
    void equalUpToTheBoundary() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Map<Fingerprint, Body> known = new HashMap<>();
        int met = 0;
        for (int i = 0; i < 50_000; i++) {
            StringBuilder text =
                    new StringBuilder(random.nextBoolean() ? "--" + BOUNDARIES.get(random.nextInt(3)) : "");
            for (int length = random.nextInt(5); length > 0; length--) {
                text.append(TOKENS.get(random.nextInt(TOKENS.size())));
            }
            Body body = new Body(BOUNDARIES.get(random.nextInt(BOUNDARIES.size())), text.toString());
            Body other = known.putIfAbsent(fingerprint(body.boundary(), body.text()), body);
            if (other != null && !other.equals(body)) {
                met++;
                assertThat(other.apartFromBoundary())
                        .as("seed %s, %s and %s", seed, body, other)
                        .isEqualTo(body.apartFromBoundary());
            }
        }
        assertThat(met).as("pairs with different boundaries, seed %s", seed).isPositive();
    }

    @Test
    @DisplayName("a boundary inside the content is content")
    void boundaryInContent() {
        String with = "--b\r\n\r\nx--by\r\n--b--";
        String without = "--b\r\n\r\nx--y\r\n--b--";
        assertThat(fingerprint("b", with)).isNotEqualTo(fingerprint("b", without));
        assertThat(fingerprint("b", with)).isEqualTo(fingerprint("b", with));
        assertThat(fingerprint("b", with)).isNotEqualTo(fingerprint("c", with.replace("--b", "--c")));
    }

    @Test
    @DisplayName("a boundary of more than 70 characters is not looked for, and the body counts by its bytes")
    void longBoundary() {
        for (int length : new int[] {70, 71}) {
            String one = "a".repeat(length);
            String other = "b".repeat(length);
            boolean same = fingerprint(one, "--" + one + "\r\n\r\nx\r\n--" + one + "--")
                    .equals(fingerprint(other, "--" + other + "\r\n\r\nx\r\n--" + other + "--"));
            assertThat(same).as("%s characters", length).isEqualTo(length == 70);
        }
    }

    @Test
    @DisplayName("the same bytes with a different boundary are a different request")
    void sameBytesOtherBoundary() {
        String body = "--a\r\n\r\nx\r\n--b\r\n\r\ny\r\n--a--\r\n--b--";
        assertThat(fingerprint("a", body)).isNotEqualTo(fingerprint("b", body));
        assertThat(fingerprint("c", body)).isNotEqualTo(fingerprint("d", body));
    }
}
