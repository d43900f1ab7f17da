package dev.semel.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.http.Exchange;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An event that is an HTTP request. */
final class HttpEvent implements Exchange {
    /** Where authorizers put who is asking; only what a caller can't write by itself. */
    static final EventPart PRINCIPAL = EventPart.any(
            EventPart.at("/requestContext/authorizer/jwt/claims/sub"),
            EventPart.at("/requestContext/authorizer/claims/sub"),
            EventPart.at("/requestContext/authorizer/lambda/principalId"),
            EventPart.at("/requestContext/authorizer/principalId"),
            EventPart.at("/requestContext/authorizer/iam/userArn"),
            EventPart.at("/requestContext/identity/userArn"),
            EventPart.at("/requestContext/identity/cognitoIdentityId"));

    private final JsonNode event;
    private final HttpEventFormat format;
    private final Context context;
    private final EventPart principal;

    private HttpEvent(JsonNode event, HttpEventFormat format, Context context, EventPart principal) {
        this.event = event;
        this.format = format;
        this.context = context;
        this.principal = principal;
    }

    /** {@code null} if it is no HTTP request. */
    static @Nullable HttpEvent of(JsonNode event, Context context, EventPart principal) {
        HttpEventFormat format = HttpEventFormat.of(event);
        return format == null ? null : new HttpEvent(event, format, context, principal);
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
        String path = format.path(event);
        String mount = mount();
        return path.startsWith(mount + "/") ? path.substring(mount.length()) : path;
    }

    @Override
    public String mount() {
        return format.mount(event);
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
        return EventPart.asKey(principal.in(event));
    }

    @Override
    public @Nullable Duration timeLeft() {
        return context == null ? null : TimeLeft.of(context);
    }

    @Override
    public InputStream body() {
        JsonNode body = event.path("body");
        String text = body.isTextual() ? body.textValue() : "";
        return new ByteArrayInputStream(
                event.path("isBase64Encoded").asBoolean()
                        ? Base64.getDecoder().decode(text)
                        : text.getBytes(StandardCharsets.UTF_8));
    }
}
