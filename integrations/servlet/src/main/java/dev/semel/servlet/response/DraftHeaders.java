package dev.semel.servlet.response;

import dev.semel.http.Header;
import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The headers of a draft, except for content type and length. */
final class DraftHeaders {
    private final Map<String, Values> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    /** The values of one header. If {@code replacing}, they replace those of outer filters. */
    private record Values(String name, boolean replacing, List<String> all) {}

    void set(String name, @Nullable String value) {
        byName.put(name, new Values(name, true, new ArrayList<>()));
        if (value != null) {
            add(name, value);
        }
    }

    void add(String name, String value) {
        byName.computeIfAbsent(name, absent -> new Values(name, false, new ArrayList<>()))
                .all()
                .add(value);
    }

    void clear() {
        byName.clear();
    }

    /** Returns the values of a header, or {@code null} if it was neither set nor added. */
    @Nullable
    List<String> values(String name) {
        Values values = byName.get(name);
        return values == null ? null : values.all();
    }

    boolean replaces(String name) {
        Values values = byName.get(name);
        return values != null && values.replacing();
    }

    List<String> names() {
        return byName.values().stream()
                .filter(values -> !values.all().isEmpty())
                .map(Values::name)
                .toList();
    }

    List<Header> all() {
        List<Header> headers = new ArrayList<>();
        byName.values().forEach(values -> values.all().forEach(value -> headers.add(new Header(values.name(), value))));
        return headers;
    }

    void sendTo(HttpServletResponse response) {
        for (Values values : byName.values()) {
            boolean first = values.replacing();
            for (String value : values.all()) {
                if (first) {
                    response.setHeader(values.name(), value);
                } else {
                    response.addHeader(values.name(), value);
                }
                first = false;
            }
        }
    }
}
