package dev.semel.servlet;

import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The parameters of a request: of its query, and of a form in its body. */
record Parameters(Map<String, String[]> all) {

    /** Of a request whose body the container has not parsed, so that it knows those of the query only. */
    static Parameters of(HttpServletRequest request, byte[] body, Charset charset) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        request.getParameterMap()
                .forEach((name, given) -> values.computeIfAbsent(name, absent -> new ArrayList<>())
                        .addAll(List.of(given)));
        if (FormBody.isForm(request.getContentType())) {
            FormBody.parse(new String(body, charset), charset)
                    .forEach((name, given) -> values.computeIfAbsent(name, absent -> new ArrayList<>())
                            .addAll(given));
        }
        Map<String, String[]> all = new LinkedHashMap<>();
        values.forEach((name, given) -> all.put(name, given.toArray(String[]::new)));
        return new Parameters(Collections.unmodifiableMap(all));
    }

    /** Of a request whose form the container has read before. */
    static Parameters asRead(HttpServletRequest request) {
        return new Parameters(request.getParameterMap());
    }
}
