package dev.semel.servlet.response;

import dev.semel.http.Answer;
import dev.semel.http.Header;
import dev.semel.http.Reply;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An answer while the application writes it. No byte of it is sent before it is recorded. As soon as it exceeds its limit, that is recorded, and
 * the rest is sent while it is written. Not safe for use by several threads at a time.
 */
public final class Draft {
    final DraftHeaders headers = new DraftHeaders();
    final DraftType type = new DraftType();
    private final List<Cookie> cookies = new ArrayList<>();
    private final int limit;
    private final boolean showsMessages;
    private final Overflow overflow;
    private ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int status = HttpServletResponse.SC_OK;
    private long length = -1;
    private boolean isError;
    private @Nullable String errorMessage;
    private boolean committed;
    private boolean closed;
    private @Nullable OutputStream through;
    private @Nullable Answer answer;

    /** The receiver of an answer that exceeds its limit. */
    @FunctionalInterface
    public interface Overflow {
        /** Records that the answer is too long, sends its beginning, and returns the stream for the rest. */
        OutputStream open() throws IOException;
    }

    /**
     * Creates an empty answer.
     *
     * @param limit how many bytes of it are buffered at most
     * @param showsMessages whether problem documents contain the application's message
     */
    public Draft(int limit, boolean showsMessages, Overflow overflow) {
        this.limit = limit;
        this.showsMessages = showsMessages;
        this.overflow = overflow;
    }

    void setStatus(int code) {
        if (!committed) {
            status = code;
        }
    }

    int status() {
        return status;
    }

    void setLength(long count) {
        if (!committed) {
            length = count;
        }
    }

    void add(Cookie cookie) {
        if (!committed) {
            cookies.add((Cookie) cookie.clone());
        }
    }

    /** Freezes the head of the answer, as if it had been sent. */
    void commit() {
        committed = true;
    }

    boolean isCommitted() {
        return committed;
    }

    /** Ignores whatever the application writes from now on. */
    public void close() {
        committed = true;
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    void error(int code, @Nullable String message) {
        clearBody();
        status = code;
        isError = true;
        errorMessage = message;
        close();
    }

    void clear() {
        clearBody();
        headers.clear();
        type.clear();
        cookies.clear();
        status = HttpServletResponse.SC_OK;
        length = -1;
    }

    void clearBody() {
        if (committed) {
            throw new IllegalStateException("the response is committed and can't be reset");
        }
        bytes = new ByteArrayOutputStream();
    }

    void write(byte[] from, int offset, int count) throws IOException {
        if (through != null) {
            through.write(from, offset, count);
        } else if (!closed) {
            bytes.write(from, offset, count);
            if (bytes.size() > limit) {
                committed = true;
                through = overflow.open();
            }
        }
    }

    void flush() throws IOException {
        commit();
        if (through != null) {
            through.flush();
        }
    }

    /** Returns whether the beginning has been sent. */
    public boolean isSent() {
        return through != null;
    }

    /** Returns the answer as it is now. */
    public Answer answer() {
        byte[] body = bytes.toByteArray();
        List<Header> all = headers.all();
        String contentType = type.value();
        if (isError) {
            Answer problem = Answer.problem(status, showsMessages ? errorMessage : null);
            body = problem.body();
            contentType = problem.header("Content-Type").orElseThrow();
        }
        if (contentType != null) {
            all.add(new Header("Content-Type", contentType));
        }
        answer = Answer.of(status, all, body);
        return answer;
    }

    /** Returns an answer with this status and these headers that is too long to be replayed. */
    public Answer tooLong() {
        return Answer.of(status, headers.all(), new byte[limit + 1]);
    }

    /** Sends the answer that {@link #answer()} has returned last. */
    public void sendTo(HttpServletResponse response, Reply.AsProduced reply) throws IOException {
        headTo(response);
        addedTo(reply, response);
        if (isError && !reply.storable()) {
            response.sendError(status, errorMessage);
            return;
        }
        Answer whole = Objects.requireNonNull(answer);
        response.setStatus(status);
        whole.header("Content-Type").ifPresent(response::setContentType);
        Sending.body(whole, response);
    }

    /** Sends the beginning of a long answer. Returns the stream for the rest. */
    public OutputStream beginTo(HttpServletResponse response, Reply.AsProduced reply) throws IOException {
        headTo(response);
        addedTo(reply, response);
        response.setStatus(status);
        if (type.value() != null) {
            response.setContentType(type.value());
        }
        if (length >= 0) {
            response.setContentLengthLong(length);
        }
        OutputStream out = response.getOutputStream();
        bytes.writeTo(out);
        bytes = new ByteArrayOutputStream();
        return out;
    }

    private static void addedTo(Reply.AsProduced reply, HttpServletResponse response) {
        reply.added().forEach(header -> response.setHeader(header.name(), header.value()));
    }

    /** Sends headers and cookies, also if the container reports a failure after that. */
    public void headTo(HttpServletResponse response) {
        headers.sendTo(response);
        cookies.forEach(response::addCookie);
    }
}
