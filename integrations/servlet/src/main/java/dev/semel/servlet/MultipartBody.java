package dev.semel.servlet;

import jakarta.servlet.ServletException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the parts of a {@code multipart/form-data} body (RFC 7578), which the container can't, since the body has been read. */
final class MultipartBody {
    /** By RFC 2046. It also bounds the cost of the search for each byte of the body. */
    private static final int LONGEST_BOUNDARY = 70;

    private static final byte[] LINE_END = {'\r', '\n'};
    private static final byte[] HEAD_END = {'\r', '\n', '\r', '\n'};

    private final byte[] body;
    private final byte[] delimiter;
    private final Rules rules;
    private int at;

    /**
     * What is made of parts.
     *
     * @param folder where files go whose names are relative
     * @param limits how many parts there may be, and how large
     */
    record Rules(Path folder, FormLimits limits) {}

    private MultipartBody(byte[] body, String boundary, Rules rules) {
        this.body = body;
        this.delimiter = ("--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
        this.rules = rules;
    }

    static boolean isMultipart(@Nullable String contentType) {
        return HeaderValue.of(contentType).is("multipart/form-data");
    }

    /**
     * All parts, in their order.
     *
     * @throws ServletException if the body is malformed, or its boundary too long
     * @throws TooMuchException if it has more than the limits allow
     */
    static List<BufferedPart> parse(byte[] body, String contentType, Rules rules) throws ServletException {
        rules.limits().checkRequest(body.length);
        String boundary = HeaderValue.of(contentType).parameter("boundary");
        if (boundary == null || boundary.isEmpty()) {
            throw new ServletException("a multipart body needs a boundary in its content type");
        }
        if (boundary.length() > LONGEST_BOUNDARY) {
            throw new ServletException("a multipart boundary has at most " + LONGEST_BOUNDARY + " characters");
        }
        return new MultipartBody(body, boundary, rules).parts();
    }

    private List<BufferedPart> parts() throws ServletException {
        List<BufferedPart> parts = new ArrayList<>();
        at = delimiterFrom(0);
        while (!isLast()) {
            skip(LINE_END, "the boundary");
            int head = at;
            // A part without any header has its empty line at once.
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

    /** Two dashes after the boundary end the body. */
    private boolean isLast() {
        return startsWith(new byte[] {'-', '-'}, at);
    }

    /** Just after the next boundary at the beginning of a line. */
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
