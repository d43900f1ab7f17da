package dev.semel.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.http.Exchange;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An event that is an HTTP request. */
final class HttpEvent implements Exchange {
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

    /** {@code null} if it is no HTTP request. */
    static @Nullable HttpEvent of(JsonNode event, Context context, HttpOptions options) {
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

    /** Neither the stage nor the base path need be there, and a dot segment may have taken off what is before them. */
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
        EventPart chosen = options.principal();
        return chosen == null ? Callers.of(event) : EventPart.asKey(chosen.in(event));
    }

    @Override
    public boolean principalRequired() {
        return options.principalRequired() || options.principal() != null || Callers.areAuthenticated(event);
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
            throw new IOException("the body of the event is not Base64, as isBase64Encoded says; check what sends it");
        }
    }
}
