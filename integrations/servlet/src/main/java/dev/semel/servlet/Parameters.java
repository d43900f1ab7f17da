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
    private final FormLimits limits;
    private int count;

    Parameters(FormLimits limits) {
        this.limits = limits;
    }

    /** Those that the container knows: of the query alone if it has not read the body. */
    void addKnown(HttpServletRequest request) {
        request.getParameterMap().forEach((name, given) -> List.of(given).forEach(value -> add(name, value)));
    }

    /** Those of the query, without asking a container that would try to read a multipart body for that, which has been read. */
    void addQuery(@Nullable String query) {
        if (query != null) {
            FormBody.parse(query, StandardCharsets.UTF_8, this::add);
        }
    }

    void addForm(byte[] body, Charset charset) {
        FormBody.parse(new String(body, charset), charset, this::add);
    }

    void addFields(List<BufferedPart> parts, Charset charset) {
        parts.stream().filter(BufferedPart::isField).forEach(part -> add(part.getName(), part.text(charset)));
    }

    private void add(String name, String value) {
        limits.checkParameters(++count);
        values.computeIfAbsent(name, absent -> new ArrayList<>()).add(value);
    }

    Map<String, String[]> all() {
        Map<String, String[]> all = new LinkedHashMap<>();
        values.forEach((name, given) -> all.put(name, given.toArray(String[]::new)));
        return Collections.unmodifiableMap(all);
    }
}
