package dev.semel.servlet.request;

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
    private final BodyLimits limits;
    private int count;

    Parameters(BodyLimits limits) {
        this.limits = limits;
    }

    /** Adds the parameters that the container knows: those of the query alone if it has not read the body. */
    void addKnown(HttpServletRequest request) {
        request.getParameterMap().forEach((name, given) -> List.of(given).forEach(value -> add(name, value)));
    }

    /** Adds the parameters of the query. Does not ask the container, which would try to read a multipart body again. */
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
