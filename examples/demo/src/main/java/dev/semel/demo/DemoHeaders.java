package dev.semel.demo;

import com.fasterxml.jackson.databind.json.JsonMapper;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Refuses headers of the demo that can't be used before anything else sees the request. */
final class DemoHeaders extends HttpFilter {
    private static final long serialVersionUID = 1;
    private static final JsonMapper JSON = new JsonMapper();

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        try {
            Caller.of(request);
            Trial.of(request);
        } catch (Problem problem) {
            response.setStatus(problem.status());
            response.setContentType("application/problem+json");
            response.getOutputStream().write(JSON.writeValueAsBytes(problem.document()));
            return;
        }
        chain.doFilter(request, response);
    }
}
