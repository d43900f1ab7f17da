package dev.semel.lambda.http;

import com.amazonaws.services.lambda.runtime.Context;
import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.http.Exchange;
import dev.semel.lambda.invocation.TimeLeft;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An event that is an HTTP request. */
public final class HttpEvent implements Exchange {
    private final JsonNode event;
    private final HttpEventFormat format;
    private final Context context;
    private final HttpOptions options;

    private HttpEvent(JsonNode event, HttpEventFormat format, Context context, HttpOptions options) {
        this.event = event;
        this.format = format;
        this.context = context;
        this.options = options;
    }

    /** Returns the request in an event, or {@code null} if the event is not an HTTP request. */
    public static @Nullable HttpEvent of(JsonNode event, Context context, HttpOptions options) {
        HttpEventFormat format = HttpEventFormat.of(event);
        return format == null ? null : new HttpEvent(event, format, context, options);
    }

    JsonNode event() {
        return event;
    }

    HttpEventFormat format() {
        return format;
    }

    Context context() {
        return context;
    }

    @Override
    public String method() {
        return format.method(event);
    }

    @Override
    public String path() {
        return format.outsidePath(event) + format.path(event);
    }

    /**
     * Returns the possible prefixes. Stage and base path may each be missing, and a dot segment may have removed those
     * before it.
     */
    @Override
    public List<String> mounts() {
        String outside = format.outsidePath(event);
        String stage = "/" + format.stageInPath(event);
        String base = options.basePath();
        return List.of(outside + stage + base, outside + stage, outside + base, outside, stage + base, stage, base);
    }

    @Override
    public @Nullable String query() {
        return format.query(event);
    }

    @Override
    public List<String> header(String name) {
        JsonNode several = event.path("multiValueHeaders");
        List<String> found = new ArrayList<>();
        (several.isObject() ? several : event.path("headers")).properties().forEach(header -> {
            if (header.getKey().equalsIgnoreCase(name)) {
                add(found, header.getValue());
            }
        });
        return found;
    }

    private static void add(List<String> found, JsonNode value) {
        if (value.isArray()) {
            value.forEach(each -> found.add(each.asText()));
        } else if (!value.isNull()) {
            found.add(value.asText());
        }
    }

    @Override
    public @Nullable String principal() {
        Function<JsonNode, @Nullable String> chosen = options.principal();
        return chosen == null ? EventPrincipal.of(event) : chosen.apply(event);
    }

    @Override
    public boolean principalRequired() {
        return options.principalRequired() || options.principal() != null || EventPrincipal.isAuthenticated(event);
    }

    @Override
    public @Nullable Duration timeLeft() {
        return context == null ? null : TimeLeft.of(context);
    }

    @Override
    public InputStream body() throws IOException {
        JsonNode body = event.path("body");
        String text = body.isTextual() ? body.textValue() : "";
        return new ByteArrayInputStream(
                event.path("isBase64Encoded").asBoolean() ? decoded(text) : text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] decoded(String base64) throws IOException {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            // Without the cause, whose message quotes the body.
            throw new IOException(
                    "the body of the event is not Base64, although isBase64Encoded is true; check the sender of the event");
        }
    }
}
