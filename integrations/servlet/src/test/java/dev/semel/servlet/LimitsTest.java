package dev.semel.servlet;

import static dev.semel.servlet.Browser.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.contract.StandInTransactions;
import jakarta.servlet.MultipartConfigElement;
import java.net.http.HttpResponse;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(
        value = Setting.class,
        names = {"TOMCAT", "JETTY"})
@DisplayName("C29 behind the filter")
class LimitsTest extends ServedTest {

    private HttpResponse<byte[]> form(String key, int parameters) {
        String body =
                IntStream.range(0, parameters).mapToObj(i -> "p" + i + "=1").collect(Collectors.joining("&"));
        return to("/payments?q=1")
                .key(key)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .body(body)
                .send();
    }

    private HttpResponse<byte[]> multipart(String key, int parts, int bytes) {
        String one = "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f\"\r\n\r\n" + "x".repeat(bytes)
                + "\r\n";
        return pay(key).header("Content-Type", "multipart/form-data; boundary=b")
                .body(one.repeat(parts) + "--b--\r\n")
                .send();
    }

    private void parsingApplication() {
        application((request, response) -> {
            boolean isForm = request.getContentType().contains("urlencoded");
            response.getWriter()
                    .print(
                            isForm
                                    ? request.getParameterMap().size()
                                    : request.getParts().size());
        });
    }

    @Test
    @DisplayName("a form with more than 1,000 parameters, those of the query included, is refused with 400")
    void parameters() {
        parsingApplication();
        assertThat(text(form("k1", 999))).isEqualTo("1000");
        HttpResponse<byte[]> refused = form("k2", 1000);
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(text(refused)).contains("more than 1000 parameters");
    }

    @Test
    @DisplayName("a multipart body with more than 50 parts is refused with 400")
    void parts() {
        parsingApplication();
        assertThat(text(multipart("k1", 50, 1))).isEqualTo("50");
        assertThat(multipart("k2", 51, 1).statusCode()).isEqualTo(400);
    }

    @Test
    @DisplayName("other numbers of parameters and parts can be set")
    void chosen() {
        site().filter.formLimits(FormLimits.standard().parameters(2000).parts(-1));
        parsingApplication();
        assertThat(text(multipart("k1", 500, 1))).isEqualTo("500");
        assertThat(form("k3", 2000).statusCode()).isEqualTo(400);
    }

    @Test
    @DisplayName("the sizes of a multipart configuration apply, and larger bodies are refused with 413")
    void sizes() {
        site().filter.formLimits(FormLimits.standard().multipart(new MultipartConfigElement("", 100, 1000, 0)));
        parsingApplication();
        assertThat(text(multipart("k1", 1, 100))).isEqualTo("1");
        assertThat(multipart("k2", 1, 101).statusCode()).isEqualTo(413);
        assertThat(multipart("k3", 10, 90).statusCode()).isEqualTo(413);
    }

    @Test
    @DisplayName("an application may catch the exception for exceeded limits, as with containers")
    void caught() {
        application((request, response) -> {
            try {
                request.getParts();
            } catch (IllegalStateException e) {
                response.setStatus(422);
            }
        });
        assertThat(multipart("k", 51, 1).statusCode()).isEqualTo(422);
    }

    /** Does not put a body of many megabytes into the message of a failure. */
    private static void assertTooLarge(HttpResponse<byte[]> response) {
        assertThat(response.statusCode()).isEqualTo(500);
        assertProblem(response, 500, "answer-too-large");
    }

    @Test
    @DisplayName("an answer of a route in transactions is buffered up to 16 MiB, and rolled back above that")
    void answerInPlace() {
        routes(route().limits(1000, 1000).runningIn(new StandInTransactions()));
        application((request, response) -> {
            byte[] some = new byte[1 << 20];
            int times = request.getParameter("long") == null ? 2 : 17;
            for (int i = 0; i < times; i++) {
                response.getOutputStream().write(some);
            }
        });
        assertThat(pay("k1").send().body()).hasSize(2 << 20);
        assertProblem(pay("k1").send(), 409, "result-not-kept");
        assertTooLarge(to("/payments?long=1").key("k2").send());
        assertTooLarge(to("/payments?long=1").key("k2").send());
        assertThat(runs()).isEqualTo(3);
    }

    @Test
    @DisplayName("an answer that is too long to be buffered is not recorded, although the application continues")
    void answerInPlaceGoesOn() {
        routes(route().runningIn(new StandInTransactions()));
        application((request, response) -> {
            try {
                response.getOutputStream().write(new byte[17 << 20]);
            } catch (java.io.IOException e) {
                response.setStatus(201);
            }
        });
        assertTooLarge(pay("k").send());
    }
}
