package dev.semel.lambda;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.Semel;
import dev.semel.http.Header;
import dev.semel.http.contract.HostileRequest;
import dev.semel.http.contract.HostileRequestsContract;
import dev.semel.http.contract.Till;
import dev.semel.http.contract.Wire;
import dev.semel.memory.MemoryStore;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** Runs the contract on a function. It has no connections, since the gateway passes complete requests. */
abstract class HostileRequests extends HostileRequestsContract {
    private static final JsonMapper JSON = new JsonMapper();

    /** Returns the event that the gateway creates. */
    abstract ObjectNode event(HostileRequest request);

    @Override
    protected Set<Capability> capabilities() {
        return EnumSet.complementOf(EnumSet.of(Capability.PRINCIPALS));
    }

    @Override
    protected Served serve(Till till) {
        Semel semel = Semel.on(MemoryStore.create());
        RuntimeLoop loop = RuntimeLoop.over(HttpHandler.of(Till.guard(semel), function(till)));
        return new Served() {
            @Override
            public Wire.Reply send(HostileRequest request) {
                JsonNode answer = loop.invoke(event(request).toString());
                boolean replayed = answer.toString().contains("\"Idempotency-Replayed\"");
                return new Wire.Reply(answer.path("statusCode").asInt(), replayed, answer.toString());
            }

            @Override
            public void close() {
                semel.close();
            }
        };
    }

    private static RequestStreamHandler function(Till till) {
        return (in, out, context) -> {
            JsonNode event = JSON.readTree(in);
            JsonNode headers = event.path("headers");
            String path = event.path("path").asText(event.path("rawPath").asText());
            Till.Outcome outcome = till.handle(
                    path, name -> headers.path(name.toLowerCase(Locale.ROOT)).textValue());
            out.write(JSON.writeValueAsBytes(
                    JSON.createObjectNode().put("statusCode", outcome.status()).put("body", outcome.text())));
        };
    }

    static ObjectNode restEvent(HostileRequest request) {
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        event.put("httpMethod", request.method()).put("path", request.path()).put("body", request.body());
        ObjectNode headers = event.putObject("headers");
        ObjectNode lists = event.putObject("multiValueHeaders");
        for (Header header : request.headers()) {
            String name = header.name().toLowerCase(Locale.ROOT);
            headers.put(name, header.value());
            lists.withArray("/" + name).add(header.value());
        }
        ObjectNode context = event.putObject("requestContext");
        context.put("httpMethod", request.method()).put("path", request.path()).put("stage", "prod");
        if (!request.header(Till.PRINCIPAL).isEmpty()) {
            context.putObject("authorizer").put("principalId", request.header(Till.PRINCIPAL));
        }
        return event;
    }

    /** Returns the event of an HTTP API, which joins several fields of one name. */
    static ObjectNode httpEvent(HostileRequest request) {
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        event.put("version", "2.0").put("rawPath", request.path()).put("rawQueryString", "");
        event.put("body", request.body()).put("isBase64Encoded", false);
        ObjectNode headers = event.putObject("headers");
        for (Header header : request.headers()) {
            String name = header.name().toLowerCase(Locale.ROOT);
            String before = headers.path(name).textValue();
            headers.put(name, before == null ? header.value() : before + "," + header.value());
        }
        ObjectNode context = event.putObject("requestContext");
        context.put("stage", "$default");
        context.putObject("http").put("method", request.method()).put("path", request.path());
        context.putObject("authorizer").putObject("jwt").putObject("claims").put("sub", request.header(Till.PRINCIPAL));
        return event;
    }
}
