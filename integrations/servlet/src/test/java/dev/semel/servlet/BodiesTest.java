package dev.semel.servlet;

import static dev.semel.servlet.Browser.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.http.Part;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Setting.class)
@DisplayName("C10 the application still reads")
class BodiesTest extends ServedTest {

    @Test
    @DisplayName("the whole body, chunked or not")
    void wholeBody() {
        byte[] sent = new byte[300_000];
        new Random(3).nextBytes(sent);
        application((request, response) ->
                response.getOutputStream().write(request.getInputStream().readAllBytes()));
        HttpResponse<byte[]> plain =
                pay("k").body(BodyPublishers.ofByteArray(sent)).send();
        assertThat(plain.body()).isEqualTo(sent);
        HttpResponse<byte[]> chunked = pay("k2")
                .body(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(sent)))
                .send();
        assertThat(chunked.body()).isEqualTo(sent);
        assertReplay(
                plain,
                pay("k").body(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(sent)))
                        .send());
    }

    @Test
    @DisplayName("text, in the encoding that was sent")
    void reader() {
        application((request, response) -> {
            response.setCharacterEncoding("UTF-8");
            response.getWriter().print(request.getReader().readLine());
            assertThatThrownBy(request::getInputStream).isInstanceOf(IllegalStateException.class);
        });
        assertThat(text(pay("k").header("Content-Type", "text/plain;charset=ISO-8859-1")
                        .body(BodyPublishers.ofByteArray("\u00e9t\u00e9".getBytes(StandardCharsets.ISO_8859_1)))
                        .send()))
                .isEqualTo("\u00e9t\u00e9");
        assertThat(text(pay("k2")
                        .header("Content-Type", "application/json")
                        .body("\"\u00e9\u20ac\"")
                        .send()))
                .isEqualTo("\"\u00e9\u20ac\"");
    }

    @Test
    @DisplayName("forms, with the parameters of the query")
    void forms() {
        application((request, response) -> {
            response.setCharacterEncoding("UTF-8");
            response.getWriter()
                    .print(String.join("|", request.getParameterValues("a"))
                            + " " + request.getParameter("b")
                            + " " + request.getParameter("none")
                            + " "
                            + Collections.list(request.getParameterNames()).size()
                            + " " + request.getParameterMap().get("a").length);
        });
        HttpResponse<byte[]> first = form("a=2&b=%C3%A9+%26&a=3&c");
        assertThat(text(first)).isEqualTo("1|2|3 \u00e9 & null 3 3");
        assertReplay(first, form("a=2&b=%C3%A9+%26&a=3&c"));
    }

    private HttpResponse<byte[]> form(String content) {
        return to("/payments?a=1")
                .key("k")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .body(content)
                .send();
    }

    @Test
    @DisplayName("forms that an earlier filter has read, which still differ by their content")
    void formsReadBefore() {
        site().outer((request, response, chain) -> {
            assertThat(request.getParameter("a")).isEqualTo("1");
            chain.doFilter(request, response);
        });
        application((request, response) -> {
            assertThat(request.getParameterValues("a")).hasSize(2);
            response.getOutputStream()
                    .print(request.getParameter("b")
                            + new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        });
        HttpResponse<byte[]> first = form("a=2&b=%26");
        assertThat(text(first)).isEqualTo("&a=2&b=%26");
        assertReplay(first, form("a=2&b=%26"));
        assertProblem(form("a=2&b=other"), 422, "other-request");
    }

    @Test
    @DisplayName("nothing if an earlier filter has read it, which is an error, not an empty request")
    void readBefore() {
        site().outer((request, response, chain) -> {
            request.getInputStream().readAllBytes();
            chain.doFilter(request, response);
        });
        countingApplication();
        assertThat(pay("k").send().statusCode()).isEqualTo(500);
        assertThat(runs()).isZero();
    }

    @Test
    @DisplayName("nothing if an earlier filter has read a chunked body or a form, which is an error as well")
    void chunkedReadBefore() throws IOException {
        site().outer((request, response, chain) -> {
            request.getInputStream().readAllBytes();
            chain.doFilter(request, response);
        });
        countingApplication();
        assertThat(Wire.status(chunked("2\r\n{}\r\n0\r\n\r\n"))).isEqualTo(500);
        assertThat(pay("k").header("Content-Type", "application/x-www-form-urlencoded")
                        .body("a=1")
                        .send()
                        .statusCode())
                .isEqualTo(500);
        assertThat(runs()).isZero();
    }

    @Test
    @DisplayName("a chunked body without a byte, as an empty one")
    void emptyChunkedBody() throws IOException {
        countingApplication();
        assertThat(Wire.status(chunked("0\r\n\r\n"))).isEqualTo(201);
    }

    private String chunked(String chunks) throws IOException {
        try (Wire wire = new Wire(container().uri())) {
            return wire.send("POST /payments HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nIdempotency-Key: k\r\n"
                            + "Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n" + chunks)
                    .receive();
        }
    }

    @Test
    @DisplayName("multipart bodies, whose retry may have another boundary")
    void multipart(@TempDir Path folder) throws IOException {
        application((request, response) -> {
            Part file = request.getPart("file");
            file.write(folder.resolve("copy").toString());
            response.setCharacterEncoding("UTF-8");
            response.getWriter()
                    .print(request.getParts().size() + " " + file.getSubmittedFileName() + " " + file.getSize() + " "
                            + file.getContentType() + " " + request.getParameter("text") + " "
                            + request.getParameter("file"));
        });
        HttpResponse<byte[]> first = multipart("b1", "\0\r\n--b\u00ff");
        assertThat(text(first)).isEqualTo("2 a \"b\".bin 7 application/octet-stream \u00e9t\u00e9 null");
        assertThat(Files.readAllBytes(folder.resolve("copy")))
                .isEqualTo("\0\r\n--b\u00ff".getBytes(StandardCharsets.ISO_8859_1));
        assertReplay(first, multipart("b1", "\0\r\n--b\u00ff"));
        assertReplay(first, multipart("another", "\0\r\n--b\u00ff"));
        assertProblem(multipart("b1", "other"), 422, "other-request");
    }

    private HttpResponse<byte[]> multipart(String boundary, String content) {
        String text = new String("\u00e9t\u00e9".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        String body = "--" + boundary + "\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n" + text + "\r\n--"
                + boundary
                + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a \\\"b\\\".bin\"\r\n"
                + "Content-Type: application/octet-stream\r\n\r\n" + content + "\r\n--" + boundary + "--\r\n";
        return pay("k").header("Content-Type", "multipart/form-data; boundary=" + boundary)
                .body(BodyPublishers.ofByteArray(body.getBytes(StandardCharsets.ISO_8859_1)))
                .send();
    }
}
