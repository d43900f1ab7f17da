package dev.semel.site.monitoring;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** What an expression of Prometheus asks for, compared with what there is. */
final class Expression {
    private static final Pattern SELECTOR = Pattern.compile("\\b(semel_\\w+)(?:\\{([^}]*)})?");
    private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(=~|!~|!=|=)\\s*\"([^\"]*)\"");
    private static final Pattern GROUPING = Pattern.compile("\\b(?:by|on|without|ignoring) *\\(([^)]*)\\)");

    /** Labels that Prometheus adds to each sample. */
    private static final Set<String> OF_PROMETHEUS = Set.of("job", "instance");

    private Expression() {}

    /** Lists the meters, labels and values of an expression that the starter does not expose. */
    static List<String> unknown(String expression, ExposedMeters meters) {
        List<String> unknown = new ArrayList<>();
        Set<String> labels = new TreeSet<>(OF_PROMETHEUS);
        for (MatchResult selector : SELECTOR.matcher(expression).results().toList()) {
            String name = selector.group(1);
            if (!meters.names().contains(name)) {
                unknown.add(name);
                continue;
            }
            labels.addAll(meters.labels(name).keySet());
            MATCHER.matcher(selector.group(2) == null ? "" : selector.group(2))
                    .results()
                    .forEach(matcher ->
                            unknown.addAll(unknown(name, meters.labels(name), matcher.group(1), matcher.group(3))));
        }
        GROUPING.matcher(expression)
                .results()
                .flatMap(group -> Arrays.stream(group.group(1).split(",", -1)))
                .map(String::strip)
                .filter(label -> !labels.contains(label))
                .forEach(unknown::add);
        return unknown;
    }

    private static List<String> unknown(String name, Map<String, Set<String>> labels, String label, String values) {
        if (OF_PROMETHEUS.contains(label)) {
            return List.of();
        }
        Set<String> known = labels.getOrDefault(label, Set.of());
        if (known.isEmpty()) {
            return List.of(name + "{" + label + "}");
        }
        return Arrays.stream(values.split("\\|", -1))
                .filter(value -> !value.startsWith("$") && !known.contains(value))
                .map(value -> name + "{" + label + "=" + value + "}")
                .toList();
    }
}
