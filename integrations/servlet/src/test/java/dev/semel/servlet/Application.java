package dev.semel.servlet;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** An application that does what a test configures, and counts its runs. */
final class Application extends HttpServlet {
    private static final long serialVersionUID = 1;

    final transient AtomicInteger runs = new AtomicInteger();
    transient volatile Behaviour behaviour = (request, response) -> {};

    @FunctionalInterface
    interface Behaviour {
        void handle(HttpServletRequest request, HttpServletResponse response) throws IOException, ServletException;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        if (request.getAttribute("counted") == null) {
            request.setAttribute("counted", true);
            runs.incrementAndGet();
        }
        behaviour.handle(request, response);
    }
}
