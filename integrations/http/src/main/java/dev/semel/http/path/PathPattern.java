package dev.semel.http.path;

import java.util.List;
import java.util.Optional;

/**
 * The pattern of a route's paths, such as {@code /payments/{id}/refunds}. {@code *} and {@code {name}} match one segment, and {@code **} at
 * the end matches any number of segments, none included.
 */
public final class PathPattern {
    private final List<String> segments;
    private final boolean open;
    private final boolean trailingSlash;
    private final boolean slashMatters;

    private PathPattern(List<String> parts, boolean slashMatters) {
        this.segments = parts.stream()
                .filter(part -> !part.isEmpty() && !part.equals("**"))
                .map(PathPattern::literal)
                .toList();
        String last = parts.get(parts.size() - 1);
        this.open = last.equals("**");
        this.trailingSlash = last.isEmpty();
        this.slashMatters = slashMatters;
    }

    /**
     * Returns the pattern.
     *
     * @param slashMatters whether a trailing slash makes a different path
     */
    public static PathPattern of(String pattern, boolean slashMatters) {
        return new PathPattern(List.of(pattern.split("/", -1)), slashMatters);
    }

    private static String literal(String segment) {
        return isAny(segment) ? "*" : RequestPath.canonical(segment);
    }

    private static boolean isAny(String segment) {
        return segment.equals("*") || (segment.startsWith("{") && segment.endsWith("}"));
    }

    /** Returns the error of a pattern, or empty if it is valid. */
    public static Optional<String> problemWith(String pattern) {
        if (!pattern.startsWith("/")) {
            return Optional.of("the path is \"" + pattern + "\"; must start with a slash");
        }
        int stars = pattern.indexOf("**");
        return stars >= 0 && stars != pattern.length() - 2
                ? Optional.of("the path is \"" + pattern + "\"; ** must be at its end")
                : Optional.empty();
    }

    /** Returns whether a path matches the pattern. */
    public boolean matches(RequestPath path) {
        List<String> parts = path.segments();
        if (open ? parts.size() < segments.size() : parts.size() != segments.size()) {
            return false;
        }
        if (slashMatters && !open && path.trailingSlash() != trailingSlash && !parts.isEmpty()) {
            return false;
        }
        for (int i = 0; i < segments.size(); i++) {
            if (!segments.get(i).equals("*") && !segments.get(i).equals(parts.get(i))) {
                return false;
            }
        }
        return true;
    }
}
