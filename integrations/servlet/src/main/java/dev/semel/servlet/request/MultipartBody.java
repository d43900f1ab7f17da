package dev.semel.servlet.request;

import jakarta.servlet.ServletException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses a {@code multipart/form-data} body (RFC 7578) from memory, since the container can't read it again. */
final class MultipartBody {
    /** The limit of RFC 2046. It also bounds the cost of the search for each byte of the body. */
    private static final int LONGEST_BOUNDARY = 70;

    private static final byte[] LINE_END = {'\r', '\n'};
    private static final byte[] HEAD_END = {'\r', '\n', '\r', '\n'};

    private final byte[] body;
    private final byte[] delimiter;
    private final Rules rules;
    private int at;

    /**
     * The rules for parts.
     *
     * @param folder the folder in which parts are written to files with relative names
     * @param limits how many parts a body may have, and how large
     */
    record Rules(Path folder, BodyLimits limits) {}

    private MultipartBody(byte[] body, String boundary, Rules rules) {
        this.body = body;
        this.delimiter = ("--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
        this.rules = rules;
    }

    static boolean isMultipart(@Nullable String contentType) {
        return HeaderValue.of(contentType).is("multipart/form-data");
    }

    /**
     * Returns all parts, in their order.
     *
     * @throws ServletException if the body is malformed, or its boundary too long
     * @throws TooMuchException if the body exceeds a limit
     */
    static List<BufferedPart> parse(byte[] body, String contentType, Rules rules) throws ServletException {
        rules.limits().checkRequest(body.length);
        String boundary = HeaderValue.of(contentType).parameter("boundary");
        if (boundary == null || boundary.isEmpty()) {
            throw new ServletException("a multipart body needs a boundary in its content type");
        }
        if (boundary.length() > LONGEST_BOUNDARY) {
            throw new ServletException("the multipart boundary has " + boundary.length()
                    + " characters; must have at most " + LONGEST_BOUNDARY + " characters");
        }
        return new MultipartBody(body, boundary, rules).parts();
    }

    private List<BufferedPart> parts() throws ServletException {
        List<BufferedPart> parts = new ArrayList<>();
        at = delimiterFrom(0);
        while (!isLast()) {
            skip(LINE_END, "the boundary");
            int head = at;
            // A part without headers begins with the empty line.
            at = startsWith(LINE_END, at) ? at : find(HEAD_END, at);
            String headers = new String(body, head, Math.max(0, at - head), StandardCharsets.UTF_8);
            at += startsWith(HEAD_END, at) ? HEAD_END.length : LINE_END.length;
            int from = at;
            at = delimiterFrom(from);
            int end = Math.max(from, at - delimiter.length - LINE_END.length);
            rules.limits().checkParts(parts.size() + 1);
            rules.limits().checkPart(end - from);
            parts.add(new BufferedPart(headers, Arrays.copyOfRange(body, from, end), rules.folder()));
        }
        return parts;
    }

    /** Returns whether two dashes follow the boundary, which end the body. */
    private boolean isLast() {
        return startsWith(new byte[] {'-', '-'}, at);
    }

    /** Returns the position after the next boundary at the beginning of a line. */
    private int delimiterFrom(int start) throws ServletException {
        int found = find(delimiter, start);
        while (found > 0 && !(found >= 2 && startsWith(LINE_END, found - 2))) {
            found = find(delimiter, found + 1);
        }
        return found + delimiter.length;
    }

    private void skip(byte[] expected, String after) throws ServletException {
        while (at < body.length && (body[at] == ' ' || body[at] == '\t')) {
            at++;
        }
        if (!startsWith(expected, at)) {
            throw new ServletException("the multipart body has no end of line after " + after);
        }
        at += expected.length;
    }

    private int find(byte[] wanted, int start) throws ServletException {
        for (int i = start; i <= body.length - wanted.length; i++) {
            if (startsWith(wanted, i)) {
                return i;
            }
        }
        throw new ServletException("the multipart body ends before its last boundary");
    }

    private boolean startsWith(byte[] wanted, int where) {
        return where >= 0
                && where + wanted.length <= body.length
                && Arrays.equals(body, where, where + wanted.length, wanted, 0, wanted.length);
    }
}
