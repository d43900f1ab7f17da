package dev.semel.servlet;

import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters of a request: those of its query, then those of a form in its body. */
final class Parameters {
    private final Map<String, List<String>> values = new LinkedHashMap<>();

    /** Those that the container knows: of the query alone if it has not read the body. */
    void addKnown(HttpServletRequest request) {
        request.getParameterMap().forEach((name, given) -> add(name, List.of(given)));
    }

    /** Those of the query, without asking a container that would try to read a multipart body for that, which has been read. */
    void addQuery(@Nullable String query) {
        if (query != null) {
            FormBody.parse(query, StandardCharsets.UTF_8).forEach(this::add);
        }
    }

    void addForm(byte[] body, Charset charset) {
        FormBody.parse(new String(body, charset), charset).forEach(this::add);
    }

    void addFields(List<BufferedPart> parts, Charset charset) {
        parts.stream().filter(BufferedPart::isField).forEach(part -> add(part.getName(), List.of(part.text(charset))));
    }

    private void add(String name, List<String> more) {
        values.computeIfAbsent(name, absent -> new ArrayList<>()).addAll(more);
    }

    Map<String, String[]> all() {
        Map<String, String[]> all = new LinkedHashMap<>();
        values.forEach((name, given) -> all.put(name, given.toArray(String[]::new)));
        return Collections.unmodifiableMap(all);
    }
}
