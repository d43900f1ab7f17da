package dev.semel.http;

import java.util.List;
import java.util.Optional;

/**
 * Which paths a route is for: {@code /payments/{id}/refunds}. {@code *} and {@code {name}} stand for one segment, {@code **} at the end for
 * any number of them, none included.
 */
final class PathPattern {
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
     * @param slashMatters whether a path with a slash at its end is another one than without
     */
    static PathPattern of(String pattern, boolean slashMatters) {
        return new PathPattern(List.of(pattern.split("/", -1)), slashMatters);
    }

    private static String literal(String segment) {
        return isAny(segment) ? "*" : RequestPath.canonical(segment);
    }

    private static boolean isAny(String segment) {
        return segment.equals("*") || (segment.startsWith("{") && segment.endsWith("}"));
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

    boolean matches(RequestPath path) {
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
