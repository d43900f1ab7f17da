package dev.semel.servlet;

import static dev.semel.servlet.Browser.text;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(
        value = Setting.class,
        names = {"TOMCAT", "JETTY"})
@DisplayName("C4 a filter that compresses")
class CompressionTest extends ServedTest {
    private static final String WORDS = "some words ".repeat(500);

    private void greet() {
        application((request, response) -> {
            response.setContentType("text/plain");
            response.addHeader("Vary", "Origin");
            response.getOutputStream().print(WORDS + runs());
        });
    }

    private static String unzipped(HttpResponse<byte[]> response) throws IOException {
        assertThat(response.headers().allValues("Content-Encoding")).containsExactly("gzip");
        assertThat(response.headers().allValues("Vary")).containsExactlyInAnyOrder("Origin", "Accept-Encoding");
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(response.body()))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    @DisplayName("after it: the compressed answer is stored, and replays with its encoding")
    void inside() throws IOException {
        site().inner(new Gzip());
        greet();
        HttpResponse<byte[]> first = pay("k").header("Accept-Encoding", "gzip").send();
        HttpResponse<byte[]> second = pay("k").header("Accept-Encoding", "gzip").send();
        assertReplay(first, second);
        assertThat(unzipped(first)).isEqualTo(WORDS + "1");
        assertThat(unzipped(second)).isEqualTo(WORDS + "1");
    }

    @Test
    @DisplayName("before it: the answer is stored uncompressed, and each caller gets the encoding it accepts")
    void outside() throws IOException {
        site().outer(new Gzip());
        greet();
        assertThat(unzipped(pay("k").header("Accept-Encoding", "gzip").send())).isEqualTo(WORDS + "1");
        assertThat(text(pay("k").send())).isEqualTo(WORDS + "1");
        assertThat(unzipped(pay("k").header("Accept-Encoding", "gzip").send())).isEqualTo(WORDS + "1");
        assertThat(runs()).isEqualTo(1);
    }

    /** A minimal compressing filter. */
    private static final class Gzip implements Filter {
        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            String accepted = ((HttpServletRequest) request).getHeader("Accept-Encoding");
            if (accepted == null) {
                chain.doFilter(request, response);
                return;
            }
            Zipped zipped = new Zipped((HttpServletResponse) response);
            chain.doFilter(request, zipped);
            zipped.out.finish();
        }
    }

    private static final class Zipped extends HttpServletResponseWrapper {
        private final GZIPOutputStream out;

        Zipped(HttpServletResponse response) throws IOException {
            super(response);
            response.setHeader("Content-Encoding", "gzip");
            response.addHeader("Vary", "Accept-Encoding");
            out = new GZIPOutputStream(response.getOutputStream());
        }

        @Override
        public void setContentLength(int length) {}

        @Override
        public void setContentLengthLong(long length) {}

        @Override
        public ServletOutputStream getOutputStream() {
            return new ServletOutputStream() {
                @Override
                public void write(int b) throws IOException {
                    out.write(b);
                }

                @Override
                public boolean isReady() {
                    return true;
                }

                @Override
                public void setWriteListener(WriteListener listener) {}
            };
        }
    }
}
