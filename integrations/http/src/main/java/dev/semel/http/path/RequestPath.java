package dev.semel.http.path;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One reading of the path of a request, in canonical form. Servers and frameworks accept many spellings for one endpoint, so each of these
 * is the path {@code /a/b}: {@code //a/b}, {@code /%61/b}, {@code /a;v=1/b}, {@code /a/b/}.
 *
 * <p>They disagree on some spellings, so such a path has several readings: dot segments are resolved or are ordinary segments, and an encoded
 * slash or a backslash separates segments or is part of one. A guard must check each reading, since the application may find its endpoint by
 * any of them.
 *
 * @param mount the mount of the application, which was removed from the path; empty if that is the root
 * @param segments the segments in canonical percent-encoding, none of them empty
 * @param trailingSlash whether the path ends with a slash
 */
public record RequestPath(String mount, List<String> segments, boolean trailingSlash) {
    private static final String PLAIN = "-_.~!$&'()*+,=:@";
    private static final Pattern ANY_SLASH = Pattern.compile("/|\\\\|%2[fF]|%5[cC]|%u002[fF]|%u005[cC]");
    private static final int NONE = -1;

    private static final List<Dots> ALL_DOTS = Stream.of(true, false)
            .flatMap(dropping -> Stream.of(true, false)
                    .flatMap(encoded -> Stream.of(true, false).map(named -> new Dots(dropping, encoded, named))))
            .toList();

    /**
     * How dot segments are resolved.
     *
     * @param dropping whether empty segments are dropped before
     * @param encoded whether {@code %2e%2e} is a dot segment
     * @param withParameters whether {@code ..;v=1} is a dot segment
     */
    private record Dots(boolean dropping, boolean encoded, boolean withParameters) {

        boolean areIn(Part part) {
            return part.isDots()
                    && (encoded || part.sent.indexOf('%') < 0)
                    && (withParameters || part.sent.indexOf(';') < 0);
        }
    }

    /** The text between two slashes, as it was sent and as a segment. */
    private record Part(String sent, String segment) {

        static Part of(String sent) {
            return new Part(sent, canonical(withoutParameters(sent)));
        }

        boolean isDots() {
            return segment.equals(".") || segment.equals("..");
        }
    }

    /**
     * Returns all readings of a path, the most common first.
     *
     * @param sent the path as it was sent
     * @param mounts where the application may be mounted; the first mount that a reading begins with is removed from it
     */
    public static List<RequestPath> readings(String sent, List<String> mounts) {
        Set<RequestPath> found = new LinkedHashSet<>();
        List<RequestPath> mounted =
                mounts.stream().flatMap(mount -> read(mount).stream()).toList();
        read(sent).forEach(reading -> found.add(reading.within(mounted)));
        return List.copyOf(found);
    }

    /** Returns the most common reading of a path. */
    public static RequestPath of(String path) {
        return read(path).get(0);
    }

    private static List<RequestPath> read(String sent) {
        if (isCanonical(sent)) {
            return List.of(plain(List.of(sent.split("/", -1))));
        }
        List<RequestPath> found = new ArrayList<>();
        for (List<String> split : splits(sent)) {
            List<Part> parts = split.stream().map(Part::of).toList();
            if (parts.stream().anyMatch(Part::isDots)) {
                ALL_DOTS.forEach(dots -> found.add(resolved(parts, dots)));
            }
            found.add(plain(parts.stream().map(Part::segment).toList()));
        }
        return found;
    }

    /** Returns whether a path is canonical, as almost all are, by one pass over its characters. */
    private static boolean isCanonical(String path) {
        char before = 'x';
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if ((c != '/' && !isPlain(c)) || (before == '/' && (c == '/' || c == '.'))) {
                return false;
            }
            before = c;
        }
        return path.startsWith("/");
    }

    /** Splits a path by slashes, and, if it has others, by all characters that some servers read as a slash. */
    private static List<List<String>> splits(String sent) {
        List<String> strict = List.of(sent.split("/", -1));
        List<String> loose = List.of(ANY_SLASH.split(sent, -1));
        return loose.size() == strict.size() ? List.of(strict) : List.of(strict, loose);
    }

    private static RequestPath plain(List<String> parts) {
        List<String> segments = new ArrayList<>(parts);
        segments.removeIf(String::isEmpty);
        return new RequestPath("", segments, parts.get(parts.size() - 1).isEmpty());
    }

    private static RequestPath resolved(List<Part> parts, Dots dots) {
        Deque<String> segments = new ArrayDeque<>();
        boolean slash = false;
        for (Part part : parts) {
            boolean resolves = dots.areIn(part);
            slash = resolves || part.segment.isEmpty();
            if (resolves && part.segment.equals("..")) {
                segments.pollLast();
            } else if (!resolves && !(dots.dropping && part.segment.isEmpty())) {
                segments.addLast(part.segment);
            }
        }
        segments.removeIf(String::isEmpty);
        return new RequestPath("", List.copyOf(segments), slash);
    }

    private static String withoutParameters(String part) {
        int semicolon = part.indexOf(';');
        return semicolon < 0 ? part : part.substring(0, semicolon);
    }

    /** Returns the segments with parameters; empty if there are none. */
    public static String parameters(String sent) {
        if (sent.indexOf(';') < 0) {
            return "";
        }
        List<String> found = new ArrayList<>();
        for (String part : sent.split("/", -1)) {
            String name = withoutParameters(part);
            if (name.length() < part.length()) {
                found.add(canonical(name) + part.substring(name.length()));
            }
        }
        return String.join("/", found);
    }

    private RequestPath within(List<RequestPath> mounts) {
        for (RequestPath each : mounts) {
            int depth = each.segments.size();
            if (segments.size() >= depth && segments.subList(0, depth).equals(each.segments)) {
                String where = depth == 0 ? "" : each.text(false);
                return new RequestPath(where, segments.subList(depth, segments.size()), trailingSlash);
            }
        }
        return this;
    }

    /**
     * Returns the path as text.
     *
     * @param slashMatters whether a trailing slash is part of it
     */
    public String text(boolean slashMatters) {
        String joined = "/" + String.join("/", segments);
        return slashMatters && trailingSlash && !segments.isEmpty() ? joined + "/" : joined;
    }

    /** Returns a segment in canonical percent-encoding. */
    public static String canonical(String segment) {
        byte[] bytes = decoded(segment);
        StringBuilder out = new StringBuilder(bytes.length);
        for (byte b : bytes) {
            char c = (char) (b & 0xff);
            if (isPlain(c)) {
                out.append(c);
            } else {
                out.append('%').append(hex(c >> 4)).append(hex(c & 15));
            }
        }
        return out.toString();
    }

    private static char hex(int digit) {
        return Character.toUpperCase(Character.forDigit(digit, 16));
    }

    private static byte[] decoded(String segment) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(segment.length());
        int i = 0;
        while (i < segment.length()) {
            int percent = segment.charAt(i) == '%' ? digits(segment, i + 1, 2) : NONE;
            int wide = segment.startsWith("%u", i) ? digits(segment, i + 2, 4) : NONE;
            if (percent != NONE) {
                out.write(percent);
                i += 3;
            } else {
                int point = wide == NONE ? segment.codePointAt(i) : wide;
                out.writeBytes(Character.toString(point).getBytes(StandardCharsets.UTF_8));
                i += wide == NONE ? Character.charCount(point) : 6;
            }
        }
        return out.toByteArray();
    }

    private static int digits(String text, int from, int count) {
        int value = 0;
        for (int i = from; i < from + count; i++) {
            int digit = i < text.length() && text.charAt(i) < 128 ? Character.digit(text.charAt(i), 16) : NONE;
            if (digit == NONE) {
                return NONE;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    private static boolean isPlain(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || PLAIN.indexOf(c) >= 0;
    }
}
