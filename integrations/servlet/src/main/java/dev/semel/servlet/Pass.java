package dev.semel.servlet;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** One way of a request through the filter: it has several if it is dispatched again. */
record Pass(HttpServletRequest request, HttpServletResponse response, FilterChain chain) {

    /** Lets the request through as it is. */
    void on() throws IOException, ServletException {
        chain.doFilter(request, response);
    }

    /** Whether it is one within a guarded request, whose own request it has. */
    boolean isWithin() {
        ServletRequest current = request;
        while (current instanceof ServletRequestWrapper wrapper && !(current instanceof BufferedRequest)) {
            current = wrapper.getRequest();
        }
        return current instanceof BufferedRequest;
    }
}
