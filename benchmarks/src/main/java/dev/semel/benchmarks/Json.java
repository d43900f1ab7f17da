package dev.semel.benchmarks;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A report as JSON, for whoever wants to compare runs. Numbers are not rounded; what was not measured is {@code null}. */
final class Json {

    private Json() {}

    static String of(Report report) {
        Map<String, String> members = new LinkedHashMap<>();
        members.put("suite", text(report.suite()));
        members.put("title", text(report.title()));
        members.put("circumstances", text(report.circumstances()));
        members.put("baseline", text(report.baseline()));
        members.put("measurements", array(report.measurements(), each -> measurement(report, each)));
        members.put("targets", array(report.targets(), Json::target));
        members.put("notes", array(report.notes(), Json::text));
        return object(members, ",\n  ", "{\n  ", "\n}\n");
    }

    private static String measurement(Report report, Measurement each) {
        Map<String, String> members = new LinkedHashMap<>();
        members.put("scene", text(each.scene()));
        members.put("subject", text(each.subject()));
        members.put("threads", String.valueOf(each.threads()));
        members.put("nanosPerCall", number(each.nanosPerCall()));
        members.put("deviation", number(each.deviation()));
        members.put("callsPerSecond", number(each.callsPerSecond()));
        members.put("ratio", number(report.ratio(each).orElse(null)));
        return object(members, ", ", "{", "}");
    }

    static String target(Target target) {
        Map<String, String> members = new LinkedHashMap<>();
        members.put("name", text(target.name()));
        members.put("bound", text(target.bound().name()));
        members.put("measured", number(target.measured()));
        members.put("limit", number(target.limit()));
        members.put("unit", text(target.unit()));
        members.put("reached", String.valueOf(target.isReached()));
        return object(members, ", ", "{", "}");
    }

    static <E> String array(Iterable<E> members, Function<E, String> form) {
        StringBuilder all = new StringBuilder();
        for (E member : members) {
            all.append(all.isEmpty() ? "\n    " : ",\n    ").append(form.apply(member));
        }
        return "[" + all + "\n  ]";
    }

    static String object(Map<String, String> members, String between, String start, String end) {
        return members.entrySet().stream()
                .map(each -> text(each.getKey()) + ": " + each.getValue())
                .collect(Collectors.joining(between, start, end));
    }

    static String number(@Nullable Double value) {
        return value == null || !Double.isFinite(value) ? "null" : value.toString();
    }

    static String text(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append((char) c);
            } else if (c < ' ') {
                quoted.append(String.format("\\u%04x", c));
            } else {
                quoted.append((char) c);
            }
        });
        return quoted.append('"').toString();
    }
}
