package dev.semel.servlet.response;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A response whose head and body the application writes to a {@link Draft}. */
public final class BufferedResponse extends HttpServletResponseWrapper {
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
            .withZone(ZoneOffset.UTC);

    private final Draft draft;
    private final DraftOutput output;
    private boolean streamTaken;
    private @Nullable PrintWriter writer;
    private @Nullable OutputStreamWriter encoder;
    private @Nullable Locale locale;

    /** Wraps a response; {@code container} runs tasks on the container's threads. */
    public BufferedResponse(HttpServletResponse response, Draft draft, Executor container) {
        super(Shield.around(response));
        this.draft = draft;
        this.output = new DraftOutput(draft, container);
    }

    /** Sets the response of the request's present pass through the filter. */
    public void on(HttpServletResponse response) {
        setResponse(Shield.around(response));
    }

    private HttpServletResponse outer() {
        return (HttpServletResponse) getResponse();
    }

    /** Writes what the writer still holds to the draft, without committing it. */
    public void drain() throws IOException {
        if (encoder != null) {
            output.drain(encoder);
        }
    }

    @Override
    public void setStatus(int status) {
        draft.setStatus(status);
    }

    @Override
    public int getStatus() {
        return draft.status();
    }

    @Override
    public void sendError(int status) {
        draft.error(status, null);
    }

    @Override
    public void sendError(int status, @Nullable String message) {
        draft.error(status, message);
    }

    @Override
    public void sendRedirect(String location) {
        sendRedirect(location, SC_FOUND, true);
    }

    // The next three exist in Servlet 6.1, where the wrapper would call the response that it wraps.

    /** Redirects with the status 302, and keeps what was written unless {@code clearBuffer} is set. */
    public void sendRedirect(String location, boolean clearBuffer) {
        sendRedirect(location, SC_FOUND, clearBuffer);
    }

    /** Redirects with this status, and discards what was written. */
    public void sendRedirect(String location, int status) {
        sendRedirect(location, status, true);
    }

    /** Redirects with this status, and keeps what was written unless {@code clearBuffer} is set. */
    public void sendRedirect(String location, int status, boolean clearBuffer) {
        if (clearBuffer) {
            resetBuffer();
        }
        setStatus(status);
        setHeader("Location", location);
        draft.close();
    }

    @Override
    public void addCookie(Cookie cookie) {
        draft.add(cookie);
    }

    @Override
    public void setHeader(String name, @Nullable String value) {
        if (!draft.isCommitted() && !isOfContent(name, value)) {
            draft.headers.set(name, value);
        }
    }

    @Override
    public void addHeader(String name, @Nullable String value) {
        if (value != null && !draft.isCommitted() && !isOfContent(name, value)) {
            draft.headers.add(name, value);
        }
    }

    private boolean isOfContent(String name, @Nullable String value) {
        if (name.equalsIgnoreCase("Content-Type")) {
            setContentType(value);
            return true;
        }
        if (name.equalsIgnoreCase("Content-Length")) {
            draft.setLength(value == null ? -1 : Long.parseLong(value.strip()));
            return true;
        }
        return false;
    }

    @Override
    public void setIntHeader(String name, int value) {
        setHeader(name, String.valueOf(value));
    }

    @Override
    public void addIntHeader(String name, int value) {
        addHeader(name, String.valueOf(value));
    }

    @Override
    public void setDateHeader(String name, long millis) {
        setHeader(name, DATE.format(Instant.ofEpochMilli(millis)));
    }

    @Override
    public void addDateHeader(String name, long millis) {
        addHeader(name, DATE.format(Instant.ofEpochMilli(millis)));
    }

    @Override
    public boolean containsHeader(String name) {
        return !getHeaders(name).isEmpty();
    }

    @Override
    public @Nullable String getHeader(String name) {
        Collection<String> values = getHeaders(name);
        return values.isEmpty() ? null : values.iterator().next();
    }

    /** Returns the values that the application has set, and those of outer filters unless it has replaced them. */
    @Override
    public Collection<String> getHeaders(String name) {
        if (name.equalsIgnoreCase("Content-Type")) {
            String type = getContentType();
            return type == null ? List.of() : List.of(type);
        }
        List<String> own = draft.headers.values(name);
        if (own == null) {
            return super.getHeaders(name);
        }
        if (draft.headers.replaces(name)) {
            return List.copyOf(own);
        }
        List<String> both = new ArrayList<>(super.getHeaders(name));
        both.addAll(own);
        return both;
    }

    @Override
    public Collection<String> getHeaderNames() {
        TreeSet<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(super.getHeaderNames());
        names.addAll(draft.headers.names());
        if (getContentType() != null) {
            names.add("Content-Type");
        }
        return names;
    }

    @Override
    public void setContentType(@Nullable String type) {
        if (!draft.isCommitted()) {
            draft.type.set(type);
        }
    }

    @Override
    public @Nullable String getContentType() {
        return draft.type.value();
    }

    @Override
    public void setCharacterEncoding(@Nullable String name) {
        if (!draft.isCommitted()) {
            draft.type.setCharset(name);
        }
    }

    /** Exists in Servlet 6.1. */
    public void setCharacterEncoding(@Nullable Charset charset) {
        setCharacterEncoding(charset == null ? null : charset.name());
    }

    @Override
    public String getCharacterEncoding() {
        String chosen = draft.type.charset();
        return chosen == null ? super.getCharacterEncoding() : chosen;
    }

    @Override
    public void setContentLength(int length) {
        draft.setLength(length);
    }

    @Override
    public void setContentLengthLong(long length) {
        draft.setLength(length);
    }

    @Override
    public void setLocale(Locale choice) {
        locale = choice;
        setHeader("Content-Language", choice.toLanguageTag());
    }

    @Override
    public Locale getLocale() {
        return locale == null ? super.getLocale() : locale;
    }

    @Override
    public ServletOutputStream getOutputStream() {
        if (writer != null) {
            throw new IllegalStateException("getWriter() was called already; write the body in one of the two ways");
        }
        streamTaken = true;
        return output;
    }

    @Override
    public PrintWriter getWriter() throws UnsupportedEncodingException {
        if (streamTaken) {
            throw new IllegalStateException(
                    "getOutputStream() was called already; write the body in one of the two ways");
        }
        if (writer == null) {
            draft.type.fixCharset(charsetOfWriter());
            encoder = new OutputStreamWriter(output, getCharacterEncoding());
            writer = new PrintWriter(encoder);
        }
        return writer;
    }

    /** The container's default may depend on the content type. */
    private String charsetOfWriter() {
        if (draft.type.charset() == null && draft.type.type() != null) {
            outer().setContentType(draft.type.type());
        }
        return getCharacterEncoding();
    }

    @Override
    public void setBufferSize(int size) {
        // The draft has its own limit.
    }

    @Override
    public void flushBuffer() throws IOException {
        drain();
        draft.flush();
    }

    @Override
    public boolean isCommitted() {
        return draft.isCommitted() || super.isCommitted();
    }

    @Override
    public void resetBuffer() {
        forgetWritten();
        draft.clearBody();
    }

    @Override
    public void reset() {
        forgetWritten();
        draft.clear();
        streamTaken = false;
        writer = null;
        encoder = null;
    }

    /** Otherwise the writer would write what it holds after the reset. */
    private void forgetWritten() {
        try {
            drain();
        } catch (IOException e) {
            throw new IllegalStateException("the response is committed", e);
        }
    }
}
