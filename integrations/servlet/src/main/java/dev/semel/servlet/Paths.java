package dev.semel.servlet;

import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The path of a request within its application, the same for all the ways to write it that containers take for one: {@code /a//b}, {@code
 * /a/./b}, {@code /%61/b} and {@code /a;v=1/b} can all reach what is at {@code /a/b}, so a guard for it must not be passed by any of them.
 */
final class Paths {
    private static final String AS_IT_IS = "-_.~!$&'()*+,=:@";

    private Paths() {}

    static String of(HttpServletRequest request) {
        String uri = request.getRequestURI();
        String context = request.getContextPath();
        String path = context.isEmpty() || !uri.startsWith(context) ? uri : uri.substring(context.length());
        return path.isEmpty() ? "/" : canonical(path);
    }

    static String canonical(String path) {
        return isCanonical(path) ? path : rewritten(path);
    }

    /** Almost every path is, so this takes no more than a look at each character. */
    private static boolean isCanonical(String path) {
        char before = 'x';
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            boolean plain = c == '/' || isPlain(c);
            if (!plain || (before == '/' && (c == '/' || c == '.'))) {
                return false;
            }
            before = c;
        }
        return path.startsWith("/");
    }

    private static String rewritten(String path) {
        Deque<String> segments = new ArrayDeque<>();
        String[] parts = path.split("/", -1);
        for (String part : parts) {
            String segment = encoded(decoded(part.split(";", 2)[0]));
            if (segment.equals("..")) {
                segments.pollLast();
            } else if (!segment.isEmpty() && !segment.equals(".")) {
                segments.addLast(segment);
            }
        }
        String joined = "/" + String.join("/", segments);
        return parts[parts.length - 1].isEmpty() && !segments.isEmpty() ? joined + "/" : joined;
    }

    private static byte[] decoded(String segment) {
        byte[] bytes = segment.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            int high = bytes[i] == '%' && i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
            int low = high >= 0 ? Character.digit(bytes[i + 2], 16) : -1;
            if (low >= 0) {
                out.write(high << 4 | low);
                i += 2;
            } else {
                out.write(bytes[i]);
            }
        }
        return out.toByteArray();
    }

    private static String encoded(byte[] segment) {
        StringBuilder out = new StringBuilder(segment.length);
        for (byte b : segment) {
            char c = (char) (b & 0xff);
            if (isPlain(c)) {
                out.append(c);
            } else {
                out.append('%')
                        .append(Character.toUpperCase(Character.forDigit(c >> 4, 16)))
                        .append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
            }
        }
        return out.toString();
    }

    private static boolean isPlain(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || AS_IT_IS.indexOf(c) >= 0;
    }
}
