package dev.semel.torture.http;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Semaphore;

/** Stands before Semel's filter, marks answers with the node, and breaks what is to be broken. */
final class ServletFlaws implements Filter {
    private static final String RAW = "raw response";

    private final Flaw flaw;
    private final String node;
    private final Semaphore places = new Semaphore(Flaw.PLACES);

    ServletFlaws(Flaw flaw, String node) {
        this.flaw = flaw;
        this.node = node;
    }

    /** Returns the server's own response. */
    static HttpServletResponse raw(ServletRequest request) {
        return (HttpServletResponse) Objects.requireNonNull(request.getAttribute(RAW));
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest asked = (HttpServletRequest) request;
        HttpServletResponse answering = (HttpServletResponse) response;
        request.setAttribute(RAW, answering);
        answering.setHeader(Application.NODE, node);
        switch (flaw) {
            case TAKES_PARTS -> chain.doFilter(new TakesParts(asked), response);
            case REPLAYS_OTHER_STATUS, REPLAYS_WITHOUT_BODY ->
                chain.doFilter(request, new ReplaysOtherwise(answering, flaw));
            case LEAKS_PLACES -> leak(asked, answering, chain);
            default -> chain.doFilter(request, response);
        }
    }

    private void leak(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!places.tryAcquire()) {
            response.setStatus(Flaw.NO_PLACE);
            return;
        }
        try {
            chain.doFilter(request, response);
        } finally {
            if (request.getHeader(Application.HANGS_UP) == null) {
                places.release();
            }
        }
    }

    private static final class TakesParts extends HttpServletRequestWrapper {
        TakesParts(HttpServletRequest request) {
            super(request);
        }

        @Override
        public ServletInputStream getInputStream() throws IOException {
            ServletInputStream in = super.getInputStream();
            return new ServletInputStream() {
                @Override
                public int read() {
                    try {
                        return in.read();
                    } catch (IOException e) {
                        return -1;
                    }
                }

                @Override
                public int read(byte[] buffer, int offset, int length) {
                    try {
                        return in.read(buffer, offset, length);
                    } catch (IOException e) {
                        return -1;
                    }
                }

                @Override
                public boolean isFinished() {
                    return in.isFinished();
                }

                @Override
                public boolean isReady() {
                    return in.isReady();
                }

                @Override
                public void setReadListener(ReadListener listener) {
                    in.setReadListener(listener);
                }
            };
        }
    }

    private static final class ReplaysOtherwise extends HttpServletResponseWrapper {
        private final Flaw flaw;

        ReplaysOtherwise(HttpServletResponse response, Flaw flaw) {
            super(response);
            this.flaw = flaw;
        }

        @Override
        public void setHeader(String name, String value) {
            super.setHeader(name, value);
            if (name.equals(Flaw.REPLAYED) && flaw == Flaw.REPLAYS_OTHER_STATUS) {
                super.setStatus(HttpServletResponse.SC_OK);
            }
        }

        private boolean dropsBody() {
            return flaw == Flaw.REPLAYS_WITHOUT_BODY && containsHeader(Flaw.REPLAYED);
        }

        @Override
        public void setContentLength(int length) {
            super.setContentLength(dropsBody() ? 0 : length);
        }

        @Override
        public ServletOutputStream getOutputStream() throws IOException {
            return dropsBody() ? new Nowhere() : super.getOutputStream();
        }
    }

    private static final class Nowhere extends ServletOutputStream {
        @Override
        public void write(int b) {}

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {}
    }
}
