package dev.semel.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import dev.semel.http.Entrance;
import dev.semel.http.HttpGuard;
import dev.semel.lambda.event.EventJson;
import dev.semel.lambda.http.HttpCall;
import dev.semel.lambda.http.HttpEvent;
import dev.semel.lambda.http.HttpOptions;
import dev.semel.lambda.http.JsonHandler;
import dev.semel.lambda.http.SharedScopeWarning;
import dev.semel.lambda.invocation.OffSwitch;
import dev.semel.lambda.invocation.SneakyThrow;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Guards a function behind HTTP: a REST API or an HTTP API of API Gateway, a function URL, or an application load
 * balancer. The rules are those of {@link HttpGuard}, whose routes determine which requests are guarded and how. All
 * other requests, and events that are not HTTP requests, reach the handler unchanged.
 *
 * <p>The first answer is sent as the handler returned it. A replay has its status, its byte-identical body and the
 * replayed headers. The lease ends with the invocation, regardless of the route's lease.
 *
 * <p>If the environment variable {@code SEMEL_DISABLED} is {@code true} when the handler is created, all events reach
 * it unchanged.
 *
 * <p>Immutable and safe for use by many threads.
 */
public final class HttpHandler implements RequestStreamHandler {
    private final HttpGuard guard;
    private final JsonHandler handler;
    private final HttpOptions options;
    private final SharedScopeWarning sharedScope = new SharedScopeWarning();

    private HttpHandler(HttpGuard guard, JsonHandler handler, HttpOptions options) {
        this.guard = guard;
        this.handler = handler;
        this.options = options;
    }

    /**
     * Guards a handler of streams, such as that of a web framework.
     *
     * @throws IllegalArgumentException if {@code SEMEL_DISABLED} is neither {@code true} nor {@code false}
     */
    public static HttpHandler of(HttpGuard guard, RequestStreamHandler handler) {
        Objects.requireNonNull(handler, "handler");
        return of(guard, (event, context) -> {
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            byte[] json = EventJson.mapper().writeValueAsBytes(event);
            handler.handleRequest(new ByteArrayInputStream(json), answer, context);
            return answer.toByteArray();
        });
    }

    /**
     * Guards a handler of typed events, such as {@code APIGatewayV2HTTPEvent}, or of {@link JsonNode}.
     *
     * @param mapper reads events and writes answers
     * @param type the type of the events
     * @param <E> the type of the events
     * @throws IllegalArgumentException if {@code SEMEL_DISABLED} is neither {@code true} nor {@code false}
     */
    public static <E> HttpHandler of(
            HttpGuard guard, ObjectMapper mapper, Class<E> type, RequestHandler<E, ?> handler) {
        Objects.requireNonNull(handler, "handler");
        return of(guard, (event, context) -> {
            // Events have members that their classes do not declare.
            ObjectReader reader = mapper.readerFor(type).without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
            E typed = reader.readValue(event);
            return mapper.writeValueAsBytes(handler.handleRequest(typed, context));
        });
    }

    private static HttpHandler of(HttpGuard guard, JsonHandler handler) {
        boolean off = OffSwitch.isOff(OffSwitch.processEnvironment(), "HTTP");
        return new HttpHandler(Objects.requireNonNull(guard, "guard"), handler, HttpOptions.defaults(off));
    }

    /**
     * Sets the part of the event that names the caller. By default it is the principal that an authorizer of API
     * Gateway has proven: issuer and subject of a JWT or of Cognito, an IAM user, or the principal of a Lambda
     * authorizer. Behind a load balancer there is no default: choose a part that callers cannot forge. A request
     * without that part is refused with 401, unless its route {@linkplain dev.semel.http.RouteBuilder#allowAnonymous
     * allows anonymous callers}.
     */
    public HttpHandler principal(EventPart choice) {
        Objects.requireNonNull(choice, "choice");
        return new HttpHandler(guard, handler, options.withPrincipal(choice::keyIn));
    }

    /**
     * Refuses guarded requests without a principal with 401, even if they came through no authorizer, except on routes
     * that {@linkplain dev.semel.http.RouteBuilder#allowAnonymous allow anonymous callers}. By default only requests
     * that came through an authorizer are refused. Others without a principal share one scope, and the first of them is
     * logged.
     */
    public HttpHandler requirePrincipal() {
        return new HttpHandler(guard, handler, options.withPrincipalRequired());
    }

    /**
     * Sets the prefix that request paths have before the paths of the routes, such as {@code /v1} if a custom domain
     * maps that base path to the API. None by default. Routes match paths with and without the prefix. Stages are
     * always ignored.
     *
     * @throws IllegalArgumentException if it does not start with a slash, or ends with one
     */
    public HttpHandler basePath(String choice) {
        if (!choice.startsWith("/") || choice.endsWith("/")) {
            throw new IllegalArgumentException("the base path is \"" + choice
                    + "\"; it must begin with a slash and not end with one, such as /v1");
        }
        return new HttpHandler(guard, handler, options.withBasePath(choice));
    }

    /** Sets the environment in which {@code SEMEL_DISABLED} is looked up, once, in this call. Defaults to that of the process. */
    public HttpHandler environment(UnaryOperator<@Nullable String> choice) {
        return new HttpHandler(guard, handler, options.withOff(OffSwitch.isOff(choice, "HTTP")));
    }

    @Override
    public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
        output.write(answer(EventJson.parse(input.readAllBytes()), context));
        output.flush();
    }

    private byte[] answer(JsonNode event, Context context) throws IOException {
        HttpEvent request = options.off() ? null : HttpEvent.of(event, context, options);
        Entrance entrance = request == null ? null : guard.find(request).orElse(null);
        try {
            if (request == null || entrance == null) {
                return handler.handle(event, context);
            }
            boolean guarded = entrance.operation().isPresent();
            if (guarded && !request.principalRequired() && request.principal() == null) {
                sharedScope.log();
            }
            return new HttpCall(request, handler).enter(entrance);
        } catch (Exception e) {
            throw SneakyThrow.rethrow(e);
        }
    }
}
