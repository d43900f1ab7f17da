package dev.semel.servlet.run;

import dev.semel.servlet.request.BufferedRequest;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** One pass of a request through the filter. A request has several if it is dispatched again. */
public record Pass(HttpServletRequest request, HttpServletResponse response, FilterChain chain) {

    /** Passes the request on unguarded. */
    public void on() throws IOException, ServletException {
        chain.doFilter(request, response);
    }

    /** Returns whether this pass is nested in a guarded request. */
    public boolean isWithin() {
        ServletRequest current = request;
        while (current instanceof ServletRequestWrapper wrapper && !(current instanceof BufferedRequest)) {
            current = wrapper.getRequest();
        }
        return current instanceof BufferedRequest;
    }
}
