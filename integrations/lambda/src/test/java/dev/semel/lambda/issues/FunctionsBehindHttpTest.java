package dev.semel.lambda.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.semel.Semel;
import dev.semel.counter.Counters;
import dev.semel.counter.Window;
import dev.semel.counter.memory.MemoryCounterStore;
import dev.semel.http.HttpGuard;
import dev.semel.http.Route;
import dev.semel.http.RouteBuilder;
import dev.semel.http.quota.RouteQuota;
import dev.semel.lambda.HttpHandler;
import dev.semel.memory.MemoryStore;
import dev.semel.policy.Policies;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FunctionsBehindHttpTest {
    private static final String BARE = "{\"id\": 1}";
    private static final String FULL = "{\"statusCode\": 201, \"headers\": {\"X\": \"y\"}, \"cookies\": [\"a=b\"]}";
    private static final String TYPED =
            "{\"statusCode\": 201, \"headers\": {\"X\": \"y\"}, \"multiValueHeaders\": null, \"body\": \"\"}";

    private final Semel semel = Semel.on(MemoryStore.create());
    private final AtomicInteger ran = new AtomicInteger();

    private JsonNode invoke(HttpHandler function, String event) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        function.handleRequest(new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)), answer, null);
        return new JsonMapper().readTree(answer.toByteArray());
    }

    private HttpHandler function(String answer, UnaryOperator<RouteBuilder> choice) {
        HttpGuard routes = HttpGuard.builder(semel)
                .route(choice.apply(Route.builder("/v1/payments", "payments")).build())
                .build();
        return HttpHandler.of(routes, (in, out, context) -> {
            ran.incrementAndGet();
            out.write(answer.getBytes(StandardCharsets.UTF_8));
        });
    }

    private static String rest(String path, String wholePath) {
        return """
            {"path": "%s", "httpMethod": "POST", "multiValueHeaders": {"Idempotency-Key": ["k"]}, "body": "{}",
             "requestContext": {"path": "%s", "stage": "v1"}}""".formatted(path, wholePath);
    }

    private static String http(String path, String stage) {
        return """
            {"version": "2.0", "rawPath": "%s", "headers": {"idempotency-key": "k"}, "body": "{}",
             "requestContext": {"http": {"method": "POST"}, "stage": "%s"}}""".formatted(path, stage);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/v1/payments", "/v1/payments"})
    @DisplayName("a REST API whose stage has the name of the first path segment: requests ran without protection")
    void stageInThePath(String wholePath) throws IOException {
        HttpHandler function = function(FULL, UnaryOperator.identity());
        String request = rest("/v1/payments", wholePath);
        invoke(function, request);
        assertThat(invoke(function, request)
                        .at("/multiValueHeaders/Idempotency-Replayed/0")
                        .asText())
                .isEqualTo("true");
        assertThat(ran).hasValue(1);
    }

    @Test
    @DisplayName("an HTTP API: the stage was removed twice")
    void stageTwice() throws IOException {
        HttpHandler function = function(FULL, UnaryOperator.identity());
        invoke(function, http("/v1/v1/payments", "v1"));
        invoke(function, http("/v1/payments", "$default"));
        assertThat(ran).hasValue(1);
    }

    @Test
    @DisplayName("a custom domain that maps a base path to the API: no route matched its requests")
    void basePath() throws IOException {
        HttpHandler function =
                function(FULL, route -> route.whileRunning(Policies.accept())).basePath("/shop");
        invoke(function, http("/prod/shop/v1/payments", "prod"));
        invoke(function, http("/v1/payments", "prod"));
        invoke(function, rest("/shop/v1/payments", "/shop/v1/payments"));
        invoke(function, rest("/v1/payments", "/prod/v1/payments"));
        assertThat(ran).hasValue(1);
        for (String wrong : new String[] {"shop", "/shop/", "/", ""}) {
            assertThatThrownBy(() -> function.basePath(wrong)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {FULL, TYPED, BARE})
    @DisplayName("the first answer lacked the fields of the caller's quota")
    void quotaFields(String answer) throws IOException {
        Counters counters = Counters.on(new MemoryCounterStore());
        RouteQuota quota = RouteQuota.builder(counters)
                .limit(counters.counter("requests", Window.day(ZoneOffset.UTC)).build(), 2)
                .build();
        HttpHandler function = function(answer, route -> route.quota(quota));
        JsonNode http = invoke(function, http("/v1/payments", "$default"));
        assertThat(http.at("/headers/RateLimit").asText()).startsWith("\"requests\";r=1");
        if (answer.equals(FULL)) {
            assertThat(http.at("/headers/X").asText()).isEqualTo("y");
            assertThat(http.at("/cookies/0").asText()).isEqualTo("a=b");
        }
        JsonNode rest = invoke(function, rest("/v1/payments", "/v1/payments").replace("\"k\"", "\"k-2\""));
        assertThat(rest.at("/multiValueHeaders/RateLimit/0").asText()).startsWith("\"requests\";r=0");
        assertThat(ran).hasValue(2);
    }

    @Test
    @DisplayName("a body with invalid Base64: the exception quoted it")
    void notBase64() {
        HttpHandler function = function(FULL, UnaryOperator.identity());
        String event = http("/v1/payments", "$default")
                .replace("\"body\": \"{}\"", "\"isBase64Encoded\": true, \"body\": \"{}\"");
        assertThatThrownBy(() -> invoke(function, event))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("isBase64Encoded")
                .hasNoCause();
        assertThat(ran).hasValue(0);
    }
}
