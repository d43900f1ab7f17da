package dev.semel.http;

import java.util.List;
import java.util.Optional;

/**
 * Which paths a route is for: {@code /payments/{id}/refunds}. {@code *} and {@code {name}} stand for one segment, {@code **} at the end for
 * any number of them, none included. A slash at the end counts.
 */
final class PathPattern {
    private final List<String> segments;
    private final boolean open;

    private PathPattern(List<String> segments, boolean open) {
        this.segments = segments;
        this.open = open;
    }

    static PathPattern of(String pattern) {
        List<String> segments = List.of(pattern.split("/", -1));
        boolean open = segments.get(segments.size() - 1).equals("**");
        return new PathPattern(open ? segments.subList(0, segments.size() - 1) : segments, open);
    }

    /** What is wrong with a pattern, if anything. */
    static Optional<String> problemWith(String pattern) {
        if (!pattern.startsWith("/")) {
            return Optional.of("the path \"" + pattern + "\" does not start with a slash");
        }
        int stars = pattern.indexOf("**");
        return stars >= 0 && stars != pattern.length() - 2
                ? Optional.of("the path \"" + pattern + "\" has ** elsewhere than at its end")
                : Optional.empty();
    }

    boolean matches(String path) {
        String[] parts = path.split("/", -1);
        if (open ? parts.length < segments.size() : parts.length != segments.size()) {
            return false;
        }
        for (int i = 0; i < segments.size(); i++) {
            if (!matches(segments.get(i), parts[i])) {
                return false;
            }
        }
        return true;
    }

    private static boolean matches(String segment, String part) {
        boolean any = segment.equals("*") || (segment.startsWith("{") && segment.endsWith("}"));
        return any ? !part.isEmpty() : segment.equals(part);
    }
}
