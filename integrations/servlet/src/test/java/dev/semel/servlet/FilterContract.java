package dev.semel.servlet;

import static dev.semel.servlet.Browser.isReplay;
import static dev.semel.servlet.Browser.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What holds in every container. */
abstract class FilterContract extends ServedTest {

    @Test
    @DisplayName("C4 a replay has the same status, body and headers, and is marked; the first answer is not")
    void replay() {
        application((request, response) -> {
            response.setStatus(201);
            response.setContentType("text/plain");
            response.setHeader("Location", "/payments/1");
            response.setHeader("ETag", "\"1\"");
            response.getWriter().print("run " + runs());
        });
        HttpResponse<byte[]> first = to("/payments").key("k").send();
        HttpResponse<byte[]> second = to("/payments").key("k").send();
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(text(first)).isEqualTo("run 1");
        assertThat(isReplay(first)).isFalse();
        assertThat(isReplay(second)).isTrue();
        assertThat(second.statusCode()).isEqualTo(201);
        assertThat(second.body()).isEqualTo(first.body());
        for (String name : new String[] {"Content-Type", "Location", "ETag", "Content-Length"}) {
            assertThat(second.headers().allValues(name))
                    .as(name)
                    .isEqualTo(first.headers().allValues(name))
                    .isNotEmpty();
        }
        assertThat(runs()).isEqualTo(1);
    }
}
