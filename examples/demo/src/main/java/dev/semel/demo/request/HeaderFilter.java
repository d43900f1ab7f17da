package dev.semel.demo.request;

import com.fasterxml.jackson.databind.json.JsonMapper;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Rejects headers of the demo that are not valid, before any other filter sees the request. */
public final class HeaderFilter extends HttpFilter {
    private static final long serialVersionUID = 1;
    private static final JsonMapper JSON = new JsonMapper();

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        try {
            CallerHeader.of(request);
            TrialHeaders.of(request);
        } catch (RequestProblem problem) {
            response.setStatus(problem.status());
            response.setContentType("application/problem+json");
            response.getOutputStream().write(JSON.writeValueAsBytes(problem.document()));
            return;
        }
        chain.doFilter(request, response);
    }
}
