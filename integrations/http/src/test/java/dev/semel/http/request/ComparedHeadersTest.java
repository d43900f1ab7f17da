package dev.semel.http.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Fingerprint;
import dev.semel.Semel;
import dev.semel.http.Dialogue;
import dev.semel.http.FakeExchange;
import dev.semel.http.Header;
import dev.semel.http.HttpGuard;
import dev.semel.http.Route;
import dev.semel.http.RouteBuilder;
import dev.semel.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("headers that count in the fingerprint")
class ComparedHeadersTest {
    private final RouteBuilder route = Route.builder("/payments", "payments.create");

    private Fingerprint ofType(String... contentTypes) {
        FakeExchange exchange = FakeExchange.with("k");
        exchange.headers.clear();
        for (String type : contentTypes) {
            exchange.headers.add(new Header("Content-Type", type));
        }
        return fingerprint(exchange);
    }

    private Fingerprint fingerprint(FakeExchange exchange) {
        return new Requests(route.build(), Dialogue.DEFAULT)
                .fingerprint(exchange, "{\"a\":1}".getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json | application/merge-patch+json",
                "application/merge-patch+json | application/json-patch+json",
                "application/json | text/plain",
                "application/json | application/json;profile=a",
                "text/plain;charset=utf-8 | text/plain;charset=iso-8859-1",
                "application/json;x | application/json;y",
            })
    @DisplayName("C21 a different media type under the same key is a different request")
    void otherMediaType(String one, String other) {
        assertThat(ofType(one)).isNotEqualTo(ofType(other));
        route.compareRawBodies();
        assertThat(ofType(one)).isNotEqualTo(ofType(other));
        assertThat(ofType(one)).isNotEqualTo(ofType()).isNotEqualTo(ofType(one, one));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json | Application/JSON;",
                "application/json | application/json; charset=UTF-8",
                "application/json;b=1;a=2 | application/json; a=\"2\"; B=1",
                "text/plain;charset=utf-8 | text/plain; Charset=\"UTF-8\"",
            })
    @DisplayName("C21 a media type counts by its meaning, not by its spelling")
    void sameMediaType(String one, String other) {
        assertThat(ofType(one)).isEqualTo(ofType(other));
    }

    @Test
    @DisplayName("C22 headers that a route names count with all their values, and no others do")
    void namedHeaders() {
        FakeExchange plain = FakeExchange.with("k");
        FakeExchange french = FakeExchange.with("k");
        french.headers.add(new Header("accept-language", "fr"));
        FakeExchange both = FakeExchange.with("k");
        both.headers.add(new Header("Accept-Language", "fr"));
        both.headers.add(new Header("Accept-Language", "de"));
        assertThat(fingerprint(plain)).isEqualTo(fingerprint(french));
        route.countingHeaders("Accept-Language", "X-Version");
        assertThat(fingerprint(plain)).isNotEqualTo(fingerprint(french)).isNotEqualTo(fingerprint(both));
        assertThat(fingerprint(french)).isNotEqualTo(fingerprint(both)).isEqualTo(fingerprint(french));
    }

    @Test
    @DisplayName("a header to count needs a name")
    void nameless() {
        assertThatThrownBy(() -> HttpGuard.builder(Semel.on(MemoryStore.create()))
                        .route(route.countingHeaders(" ").build())
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the name of a counted header is blank");
    }
}
