package dev.semel.servlet.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ServletException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("parsing")
class ParsingTest {
    private static final long SEED = Long.getLong("semel.seed", 20_261_116L);

    private static final MultipartBody.Rules RULES =
            new MultipartBody.Rules(Path.of(""), new BodyLimits(1000, -1, -1, -1));

    private static List<BufferedPart> parse(byte[] body) throws ServletException {
        return MultipartBody.parse(body, "multipart/form-data; boundary=\"b\"", RULES);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] content(BufferedPart part) throws Exception {
        return part.getInputStream().readAllBytes();
    }

    @Test
    @DisplayName("C10 a multipart body has its parts, whatever they contain")
    void multipart() throws Exception {
        List<BufferedPart> parts =
                parse(bytes("preamble --b\r\n--b \r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n"
                        + "--b\r\nX: 1\r\nX: 2\r\n\r\none\r\ntwo --b\r\n--b\r\n\r\nno head\r\n--b--\r\nepilogue"));
        assertThat(parts).hasSize(3);
        assertThat(parts.get(0).getName()).isEqualTo("a");
        assertThat(content(parts.get(0))).isEmpty();
        assertThat(parts.get(1).getHeaders("x")).containsExactly("1", "2");
        assertThat(content(parts.get(1))).isEqualTo(bytes("one\r\ntwo --b"));
        assertThat(parts.get(1).getName()).isEmpty();
        assertThat(content(parts.get(2))).isEqualTo(bytes("no head"));
    }

    @Test
    @DisplayName("C10 a multipart body that is cut off is an error")
    void cutOff() throws Exception {
        byte[] whole = bytes("--b\r\nContent-Disposition: form-data; name=a\r\n\r\nvalue\r\n--b--");
        assertThat(parse(whole)).hasSize(1);
        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> parse(part)).isInstanceOf(ServletException.class);
        }
        assertThatThrownBy(() -> MultipartBody.parse(whole, "multipart/form-data", RULES))
                .isInstanceOf(ServletException.class);
    }

    @Test
    @DisplayName("C10 a multipart body that was composed at random parses to its parts")
    void thereAndBack() throws Exception {
        Random random = new Random(SEED);
        for (int round = 0; round < 500; round++) {
            List<byte[]> contents = new ArrayList<>();
            StringBuilder body = new StringBuilder();
            for (int i = random.nextInt(4); i >= 0; i--) {
                byte[] content = new byte[random.nextInt(60)];
                for (int at = 0; at < content.length; at++) {
                    content[at] = (byte) "\r\n-ab\0\u00ff:".charAt(random.nextInt(8));
                }
                if (!new String(content, StandardCharsets.ISO_8859_1).contains("--b")) {
                    contents.add(content);
                    body.append("--b\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\n")
                            .append(new String(content, StandardCharsets.ISO_8859_1))
                            .append("\r\n");
                }
            }
            List<BufferedPart> parts = parse(bytes(body + "--b--"));
            assertThat(parts).as("seed %s, round %s", SEED, round).hasSize(contents.size());
            for (int i = 0; i < parts.size(); i++) {
                assertThat(content(parts.get(i)))
                        .as("seed %s, round %s", SEED, round)
                        .isEqualTo(contents.get(i));
            }
        }
    }

    @Test
    @DisplayName("no random input makes a parser fail in an undocumented way")
    void garbage() {
        Random random = new Random(SEED);
        for (int round = 0; round < 20_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(40); i > 0; i--) {
                text.append("\r\n-b;=\"\\%&+/.' a*4\u00e9\0".charAt(random.nextInt(20)));
            }
            String sent = text.toString();
            try {
                parse(bytes("--b\r\n" + sent + "\r\n--b" + sent));
            } catch (ServletException e) {
                assertThat(e).hasMessageContaining("multipart");
            }
            HeaderValue.of(sent).parameter("a");
            HeaderValue.of("x;" + sent).charset();
            FormBody.parse(sent, StandardCharsets.UTF_8, (name, value) -> {});
        }
    }

    @Test
    @DisplayName("C10 forms")
    void forms() {
        List<String> pairs = new ArrayList<>();
        FormBody.parse(
                "a=1&&b&a=%zz&=x&c=a+b%3D", StandardCharsets.UTF_8, (name, value) -> pairs.add(name + ":" + value));
        assertThat(pairs).containsExactly("a:1", "b:", "a:%zz", ":x", "c:a b=");
    }

    @Test
    @DisplayName("values of headers")
    void headers() {
        HeaderValue value =
                HeaderValue.of("Form-Data; NAME=\"a\\\"b\"; x; filename*=UTF-8''na%C3%AFve+; filename=\"C:\\f\" ;y=z ");
        assertThat(value.is("form-data")).isTrue();
        assertThat(value.parameter("name")).isEqualTo("a\"b");
        assertThat(value.parameter("filename")).isEqualTo("na\u00efve+");
        assertThat(value.parameter("y")).isEqualTo("z");
        assertThat(value.parameter("x")).isNull();
        assertThat(HeaderValue.of("a; filename=\"C:\\f\"; filename*=x").parameter("filename"))
                .isEqualTo("C:\\f");
        assertThat(HeaderValue.of(null).is("")).isTrue();
    }
}
