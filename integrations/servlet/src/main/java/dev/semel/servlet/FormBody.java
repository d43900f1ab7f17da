package dev.semel.servlet;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Forms in the body of a request: {@code a=1&b=2}. */
final class FormBody {

    private FormBody() {}

    static boolean isForm(@Nullable String contentType) {
        return HeaderValue.of(contentType).is("application/x-www-form-urlencoded");
    }

    /** All pairs, in their order; what can't be decoded is left as it is. */
    static Map<String, List<String>> parse(String form, Charset charset) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String pair : form.split("&", -1)) {
            if (!pair.isEmpty()) {
                String[] parts = pair.split("=", 2);
                values.computeIfAbsent(decode(parts[0], charset), name -> new ArrayList<>())
                        .add(parts.length == 2 ? decode(parts[1], charset) : "");
            }
        }
        return values;
    }

    private static String decode(String text, Charset charset) {
        try {
            return URLDecoder.decode(text, charset);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }

    /** The body of a form that the container has read: its parameters, less those of the query, which come first. */
    static byte[] ofParameters(HttpServletRequest request) {
        String query = request.getQueryString();
        Map<String, List<String>> inQuery = query == null ? Map.of() : parse(query, StandardCharsets.UTF_8);
        StringJoiner form = new StringJoiner("&");
        request.getParameterMap().forEach((name, values) -> {
            for (int i = inQuery.getOrDefault(name, List.of()).size(); i < values.length; i++) {
                form.add(encode(name) + "=" + encode(values[i]));
            }
        });
        return form.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
