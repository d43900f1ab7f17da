package dev.semel.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.StoreException;
import dev.semel.http.HttpGuard;
import dev.semel.http.Route;
import dev.semel.policy.Policies;
import dev.semel.testkit.Fault;
import dev.semel.testkit.StoreCall;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("a function behind HTTP")
class HttpHandlerTest {
    private static final byte[] BINARY = {0, (byte) 0xff, (byte) 0xfe, 7};

    private final Shop shop = new Shop();
    private final AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});
    private final HttpGuard routes = HttpGuard.builder(shop.semel)
            .route(Route.builder("/payments", "payments").build())
            .route(Route.builder("/orders", "orders")
                    .whileRunning(Policies.accept())
                    .build())
            .build();
    private final RuntimeLoop loop = RuntimeLoop.over(HttpHandler.of(routes, answering("""
            {"statusCode": 201, "headers": {"Content-Type": "application/json", "Location": "/payments/%d", "Set-Cookie": "a=b"},
             "body": "{\\"id\\": %d}"}""")));

    private RequestStreamHandler answering(String json) {
        return (in, out, context) -> {
            int number = shop.charges.incrementAndGet();
            meanwhile.get().run();
            out.write(json.replace("%d", String.valueOf(number)).getBytes(StandardCharsets.UTF_8));
        };
    }

    /** The services that send requests to functions. */
    enum Front {
        REST_API,
        HTTP_API,
        FUNCTION_URL,
        LOAD_BALANCER;

        String request(String method, String path, String key, String body) {
            return switch (this) {
                case REST_API -> Events.rest(method, path, key, body);
                case HTTP_API -> Events.httpApi(method, path, key, body);
                case FUNCTION_URL -> Events.functionUrl(method, path, key, body);
                case LOAD_BALANCER -> Events.loadBalancer(method, path, key, body);
            };
        }

        String header(JsonNode answer, String name) {
            JsonNode several = answer.path("multiValueHeaders").path(name).path(0);
            return (several.isMissingNode() ? answer.path("headers").path(name) : several).asText(null);
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("C4 C5 replays status, body and headers, and no cookie")
    void replays(Front front) {
        String request = front.request("POST", "/payments", "k-1", "{\"cents\": 1250}");
        JsonNode first = loop.invoke(request);
        assertThat(first.path("statusCode").asInt()).isEqualTo(201);
        assertThat(front.header(first, "Idempotency-Replayed")).isNull();
        assertThat(front.header(first, "Set-Cookie")).isEqualTo("a=b");

        JsonNode again = loop.invoke(front.request("POST", "/payments", "\"k-1\"", "{\"cents\":1250.0}"));
        assertThat(again.path("statusCode").asInt()).isEqualTo(201);
        assertThat(again.path("body").asText()).isEqualTo("{\"id\": 1}");
        assertThat(again.path("isBase64Encoded").asBoolean()).isFalse();
        assertThat(front.header(again, "Idempotency-Replayed")).isEqualTo("true");
        assertThat(front.header(again, "Location")).isEqualTo("/payments/1");
        assertThat(front.header(again, "Content-Type")).isEqualTo("application/json");
        assertThat(front.header(again, "Set-Cookie")).isNull();
        assertThat(shop.charges).hasValue(1);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("C1 C2 C6 C12 refuses invalid requests, and passes on requests that it does not guard")
    void refuses(Front front) {
        assertThat(status(front.request("POST", "/payments", null, "{}"))).isEqualTo(400);
        assertThat(status(front.request("POST", "/payments", "", "{}"))).isEqualTo(400);
        assertThat(shop.store.calls()).isZero();
        assertThat(status(front.request("POST", "/payments", "k-1", "{\"cents\": 1}")))
                .isEqualTo(201);
        JsonNode other = loop.invoke(front.request("POST", "/payments", "k-1", "{\"cents\": 2}"));
        assertThat(other.path("statusCode").asInt()).isEqualTo(422);
        assertThat(front.header(other, "Content-Type")).isEqualTo("application/problem+json");
        assertThat(shop.charges).hasValue(1);
        assertThat(status(front.request("GET", "/payments", "k-1", null))).isEqualTo(201);
        assertThat(status(front.request("POST", "/other", "k-1", "{}"))).isEqualTo(201);
        assertThat(shop.charges).hasValue(3);
    }

    private int status(String request) {
        return loop.invoke(request).path("statusCode").asInt();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("C6 C7 refuses a duplicate while the first runs, or sends it to the status address")
    void whileRunning(Front front) {
        meanwhile.set(() -> {
            meanwhile.set(() -> {});
            JsonNode busy = loop.invoke(front.request("POST", "/payments", "k-1", "{}"));
            assertThat(busy.path("statusCode").asInt()).isEqualTo(409);
            assertThat(front.header(busy, "Retry-After")).isEqualTo("1");
        });
        assertThat(status(front.request("POST", "/payments", "k-1", "{}"))).isEqualTo(201);

        AtomicReference<String> address = new AtomicReference<>();
        meanwhile.set(() -> {
            meanwhile.set(() -> {});
            JsonNode accepted = loop.invoke(front.request("POST", "/orders", "k-1", "{}"));
            assertThat(accepted.path("statusCode").asInt()).isEqualTo(202);
            address.set(front.header(accepted, "Location"));
        });
        assertThat(status(front.request("POST", "/orders", "k-1", "{}"))).isEqualTo(201);
        String mount = front == Front.REST_API ? "/prod" : "";
        assertThat(address.get()).startsWith(mount + "/idempotency/");
        String path = address.get().substring(mount.length());
        JsonNode found = loop.invoke(front.request("GET", path, null, null));
        assertThat(found.path("statusCode").asInt()).isEqualTo(200);
        assertThat(found.path("body").asText()).contains("\"state\":\"completed\"");
        assertThat(shop.charges).hasValue(2);
        String stranger = front.request("GET", path, null, null).replace("user-1", "user-2");
        if (front != Front.LOAD_BALANCER) {
            assertThat(loop.invoke(stranger).path("statusCode").asInt()).isEqualTo(404);
        }
    }

    @Test
    @DisplayName("C13 separates principals, as named by authorizers or by a chosen part of the event")
    void principals() {
        for (String who : new String[] {
            "\"principalId\": \"a\"", "\"principalId\": \"b\"", "\"claims\": {\"sub\": \"c\"}", "\"principalId\": \"a\""
        }) {
            loop.invoke(Events.rest("POST", "/payments", "k-1", "{}", who));
        }
        assertThat(shop.charges).hasValue(3);

        RuntimeLoop byHeader = RuntimeLoop.over(HttpHandler.of(routes, answering("{\"statusCode\": 200}"))
                .principal(EventPart.jmesPath("headers.\"x-user\"")));
        for (String who : new String[] {"d", "e", "d"}) {
            byHeader.invoke(Events.loadBalancer("POST", "/payments", "k-1", "{}")
                    .replace("\"accept\"", "\"x-user\": \"" + who + "\", \"accept\""));
        }
        assertThat(shop.charges).hasValue(5);
    }

    @Test
    @DisplayName("C13 separates one subject of two issuers")
    void issuers() {
        for (String issuer : new String[] {"one", "two", "one"}) {
            loop.invoke(Events.httpApi("POST", "/payments", "k-1", "{}")
                    .replace(
                            "\"sub\": \"user-1\"", "\"sub\": \"user-1\", \"iss\": \"https://" + issuer + ".example\""));
        }
        for (String issuer : new String[] {"one", "two", "one"}) {
            loop.invoke(Events.rest(
                    "POST",
                    "/payments",
                    "k-2",
                    "{}",
                    "\"claims\": {\"sub\": \"c\", \"iss\": \"https://" + issuer + ".example\"}"));
        }
        assertThat(shop.charges).hasValue(4);
    }

    @Test
    @DisplayName(
            "C18 refuses a request whose authorizer names no principal, and warns once of requests without an authorizer")
    void anonymous() {
        HttpHandler handler = HttpHandler.of(routes, answering("{\"statusCode\": 201}"));
        RuntimeLoop any = RuntimeLoop.over(handler);
        String authorized = Events.rest("POST", "/payments", "k-1", "{}", "\"plan\": \"free\"");
        String open = Events.rest("POST", "/payments", "k-1", "{}", "");
        try (Warnings warnings = new Warnings()) {
            JsonNode refused = any.invoke(authorized);
            assertThat(refused.path("statusCode").asInt()).isEqualTo(401);
            assertThat(refused.path("body").asText()).contains("principal-missing");
            assertThat(warnings.all()).isEmpty();
            assertThat(any.invoke(open).path("statusCode").asInt()).isEqualTo(201);
            assertThat(any.invoke(open).path("statusCode").asInt()).isEqualTo(201);
            assertThat(warnings.all()).hasSize(1);
            assertThat(RuntimeLoop.over(handler.requirePrincipal())
                            .invoke(open)
                            .path("statusCode")
                            .asInt())
                    .isEqualTo(401);
        }
        assertThat(shop.charges).hasValue(1);
    }

    @Test
    @DisplayName("C10 C14 receives and replays byte-identical binary bodies")
    void binary() {
        String base64 = Base64.getEncoder().encodeToString(BINARY);
        RuntimeLoop binary = RuntimeLoop.over(HttpHandler.of(
                routes, answering("{\"statusCode\": 200, \"isBase64Encoded\": true, \"body\": \"" + base64 + "\"}")));
        String request =
                Events.httpApi("POST", "/payments", "k-1", "\"" + base64 + "\", \"isBase64Encoded\": true", "$default");
        for (int call = 0; call < 2; call++) {
            JsonNode answer = binary.invoke(request);
            assertThat(answer.path("isBase64Encoded").asBoolean()).isTrue();
            assertThat(answer.path("body").asText()).isEqualTo(base64);
        }
        assertThat(shop.charges).hasValue(1);
        String other = Events.httpApi("POST", "/payments", "k-1", "\"AAAA\", \"isBase64Encoded\": true", "$default");
        assertThat(binary.invoke(other).path("statusCode").asInt()).isEqualTo(422);
    }

    @Test
    @DisplayName("preserves several values of a header, and reads an answer without a status as a body")
    void shapes() {
        RuntimeLoop several = RuntimeLoop.over(
                HttpHandler.of(
                        routes,
                        answering(
                                "{\"statusCode\": 200, \"multiValueHeaders\": {\"Link\": [\"<a>\", \"<b>\"]}, \"body\": \"x\"}")));
        String rest = Events.rest("POST", "/payments", "k-1", "{}");
        several.invoke(rest);
        assertThat(several.invoke(rest).at("/multiValueHeaders/Link")).hasSize(2);

        RuntimeLoop bare = RuntimeLoop.over(HttpHandler.of(routes, answering("{\"id\": %d}")));
        String http = Events.httpApi("POST", "/payments", "k-2", "{}");
        assertThat(bare.invoke(http)).isEqualTo(RuntimeLoop.json("{\"id\": 2}"));
        JsonNode replayed = bare.invoke(http);
        assertThat(replayed.path("statusCode").asInt()).isEqualTo(200);
        assertThat(replayed.path("body").asText()).isEqualTo("{\"id\":2}");
    }

    @Test
    @DisplayName("ignores the stage in paths")
    void stages() {
        String staged = Events.httpApi("POST", "/prod/payments", "k-1", "\"{}\"", "prod");
        loop.invoke(staged);
        assertThat(loop.invoke(staged).at("/headers/Idempotency-Replayed").asText())
                .isEqualTo("true");
        assertThat(shop.charges).hasValue(1);
    }

    @Test
    @DisplayName("C11 runs again after a 5xx or an exception, which it throws unwrapped")
    void failures() {
        RuntimeLoop failing = RuntimeLoop.over(HttpHandler.of(routes, answering("{\"statusCode\": 503}")));
        String request = Events.rest("POST", "/payments", "k-1", "{}");
        assertThat(failing.invoke(request).path("statusCode").asInt()).isEqualTo(503);
        meanwhile.set(() -> {
            throw new IllegalStateException("no answer");
        });
        assertThatThrownBy(() -> failing.invoke(request))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage("no answer");
        meanwhile.set(() -> {});
        assertThat(status(request)).isEqualTo(201);
        assertThat(shop.charges).hasValue(3);
    }

    @Test
    @DisplayName("C9 answers 503 and does not run while the store is unreachable")
    void storeIsAway() {
        Fault away = Fault.error(new StoreException("away", null));
        shop.store.next(StoreCall.CLAIM, away, away, away);
        assertThat(status(Events.rest("POST", "/payments", "k-1", "{}"))).isEqualTo(503);
        assertThat(shop.charges).hasValue(0);
    }

    @Test
    @DisplayName("A6 has a lease that ends with the invocation")
    void lease() {
        String request = Events.rest("POST", "/payments", "k-1", "{}");
        meanwhile.set(() -> {
            meanwhile.set(() -> {});
            shop.clock.advance(Duration.ofSeconds(4));
            assertThat(status(request)).isEqualTo(201);
        });
        RuntimeLoop cutOff = loop.within(() -> Invocation.with(() -> 4000));
        assertThat(cutOff.invoke(request).path("statusCode").asInt()).isEqualTo(409);
        assertThat(shop.store.count(StoreCall.RENEW)).isZero();
        assertThat(loop.invoke(request).path("body").asText()).isEqualTo("{\"id\": 2}");
    }

    @Test
    @DisplayName("supports typed events and answers")
    void typed() {
        RuntimeLoop typed =
                RuntimeLoop.over(HttpHandler.of(routes, new JsonMapper(), JsonNode.class, (event, context) -> {
                    ObjectNode answer = new JsonMapper().createObjectNode();
                    answer.put("statusCode", 200)
                            .put("body", event.path("rawPath").asText());
                    shop.charges.incrementAndGet();
                    return answer;
                }));
        String request = Events.httpApi("POST", "/payments", "k-1", "{}");
        typed.invoke(request);
        assertThat(typed.invoke(request).path("body").asText()).isEqualTo("/payments");
        assertThat(shop.charges).hasValue(1);
    }

    @Test
    @DisplayName("passes on events that are not HTTP requests")
    void otherEvents() {
        RuntimeLoop any = RuntimeLoop.over(HttpHandler.of(routes, answering("{\"n\": %d}")));
        any.invoke("{\"warm\": true}");
        assertThat(any.invoke("{\"warm\": true}")).isEqualTo(RuntimeLoop.json("{\"n\": 2}"));
        assertThat(shop.store.calls()).isZero();
    }
}
