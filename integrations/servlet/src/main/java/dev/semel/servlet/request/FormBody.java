package dev.semel.servlet.request;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Parses forms in the bodies of requests, such as {@code a=1&b=2}. */
final class FormBody {

    private FormBody() {}

    static boolean isForm(@Nullable String contentType) {
        return HeaderValue.of(contentType).is("application/x-www-form-urlencoded");
    }

    /** Passes all pairs to {@code pairs}, in their order. Leaves names and values that can't be decoded as they are. */
    static void parse(String form, Charset charset, BiConsumer<String, String> pairs) {
        for (int from = 0, to; from <= form.length(); from = to + 1) {
            int next = form.indexOf('&', from);
            to = next < 0 ? form.length() : next;
            if (to > from) {
                String[] parts = form.substring(from, to).split("=", 2);
                pairs.accept(decode(parts[0], charset), parts.length == 2 ? decode(parts[1], charset) : "");
            }
        }
    }

    private static String decode(String text, Charset charset) {
        try {
            return URLDecoder.decode(text, charset);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }

    /** Rebuilds the body of a form that the container has read, from its parameters without those of the query, which come first. */
    static byte[] ofParameters(HttpServletRequest request) {
        String query = request.getQueryString();
        Map<String, Integer> inQuery = new HashMap<>();
        if (query != null) {
            parse(query, StandardCharsets.UTF_8, (name, value) -> inQuery.merge(name, 1, Integer::sum));
        }
        StringJoiner form = new StringJoiner("&");
        request.getParameterMap().forEach((name, values) -> {
            for (int i = inQuery.getOrDefault(name, 0); i < values.length; i++) {
                form.add(encode(name) + "=" + encode(values[i]));
            }
        });
        return form.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
