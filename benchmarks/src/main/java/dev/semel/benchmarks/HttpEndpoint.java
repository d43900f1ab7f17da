package dev.semel.benchmarks;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/** Reads what is sent and answers with 1 KB. */
final class HttpEndpoint extends HttpServlet {
    private static final long serialVersionUID = 1;
    private static final byte[] ANSWER = new byte[1024];

    static {
        Arrays.fill(ANSWER, (byte) 'a');
    }

    private final LongAdder runs = new LongAdder();

    long runs() {
        return runs.sum();
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        runs.increment();
        request.getInputStream().readAllBytes();
        response.setStatus(HttpServletResponse.SC_CREATED);
        response.setContentType("application/octet-stream");
        response.setContentLength(ANSWER.length);
        response.getOutputStream().write(ANSWER);
    }
}
