package dev.semel.boot.check;

import java.util.List;
import java.util.Set;

/**
 * The handlers of an application.
 *
 * @param mappings the handlers whose paths can be listed
 * @param hasOthers whether there may be more
 */
public record Handlers(List<Mapping> mappings, boolean hasOthers) {

    /**
     * Returns whether a mapping belongs to a framework other than Spring, such as Spring Integration, which registers
     * handlers after the start.
     */
    static boolean mayAddLater(Object mapping) {
        String type = mapping.getClass().getName();
        return !type.startsWith("org.springframework.web.") && !type.startsWith("org.springframework.boot.");
    }

    /**
     * The requests of one handler.
     *
     * @param pattern the pattern of their paths, within the application
     * @param methods the methods; empty for all
     */
    public record Mapping(String pattern, Set<String> methods) {

        boolean handles(String method) {
            return methods.isEmpty() || methods.contains(method);
        }

        /**
         * Returns whether some path matches both patterns. For intricate patterns the answer may be true although there
         * is none.
         */
        boolean overlaps(String route) {
            List<String> mine = segments(pattern);
            List<String> others = segments(route);
            for (int i = 0; i < Math.min(mine.size(), others.size()); i++) {
                if (isOpen(mine.get(i)) || isOpen(others.get(i))) {
                    return true;
                } else if (!isAny(mine.get(i))
                        && !isAny(others.get(i))
                        && !mine.get(i).equals(others.get(i))) {
                    return false;
                }
            }
            List<String> longer = mine.size() > others.size() ? mine : others;
            int shorter = Math.min(mine.size(), others.size());
            return longer.size() == shorter || isOpen(longer.get(shorter));
        }

        /** Returns a path that the pattern matches. */
        String example() {
            return "/"
                    + String.join(
                            "/",
                            segments(pattern).stream().map(Handlers::exampleOf).toList());
        }
    }

    /** Returns a path that a pattern matches. */
    static String example(String pattern) {
        return new Mapping(pattern, Set.of()).example();
    }

    private static String exampleOf(String segment) {
        return isAny(segment) || isOpen(segment) ? "x" : segment;
    }

    private static List<String> segments(String pattern) {
        String path = pattern.replaceAll("^/+|/+$", "");
        return path.isEmpty() ? List.of() : List.of(path.split("/", -1));
    }

    private static boolean isOpen(String segment) {
        return segment.equals("**") || segment.startsWith("{*");
    }

    private static boolean isAny(String segment) {
        return segment.contains("{") || segment.contains("*") || segment.contains("?");
    }
}
