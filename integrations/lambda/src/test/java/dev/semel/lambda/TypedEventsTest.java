package dev.semel.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.amazonaws.services.lambda.runtime.events.ApplicationLoadBalancerRequestEvent;
import com.amazonaws.services.lambda.runtime.events.ApplicationLoadBalancerResponseEvent;
import com.amazonaws.services.lambda.runtime.events.SNSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.semel.MismatchException;
import dev.semel.http.HttpGuard;
import dev.semel.http.Route;
import dev.semel.lambda.Shop.Receipt;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.joda.time.DateTime;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Uses the classes of {@code aws-lambda-java-events}. */
@DisplayName("typed events of AWS")
class TypedEventsTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String BINARY = Base64.getEncoder().encodeToString(new byte[] {0, (byte) 0xff, 7});

    private final Shop shop = new Shop();
    private final HttpGuard routes = HttpGuard.builder(shop.semel)
            .route(Route.builder("/payments", "payments").build())
            .build();

    private void answersOnceAndAgain(HttpHandler function, String request) {
        RuntimeLoop loop = RuntimeLoop.over(function);
        JsonNode first = loop.invoke(request);
        JsonNode again = loop.invoke(request);
        for (JsonNode each : List.of(first, again)) {
            assertThat(each.path("statusCode").asInt()).isEqualTo(201);
            assertThat(each.path("isBase64Encoded").asBoolean()).isTrue();
            assertThat(each.path("body").asText()).isEqualTo(BINARY);
        }
        assertThat(again.toString()).contains("Idempotency-Replayed", "/payments/1");
        assertThat(first.toString()).doesNotContain("Idempotency-Replayed");
        assertThat(shop.charges).hasValue(1);
    }

    @Test
    @DisplayName("C4 C14 of an HTTP API are guarded and replayed, with binary bodies as well")
    void httpApi() {
        RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> handler = (event, context) -> {
            shop.charges.incrementAndGet();
            assertThat(event.getIsBase64Encoded()).isFalse();
            assertThat(event.getRequestContext().getHttp().getMethod()).isEqualTo("POST");
            return APIGatewayV2HTTPResponse.builder()
                    .withStatusCode(201)
                    .withHeaders(Map.of("Location", event.getRawPath() + "/1"))
                    .withCookies(List.of("a=b"))
                    .withBody(BINARY)
                    .withIsBase64Encoded(true)
                    .build();
        };
        answersOnceAndAgain(
                HttpHandler.of(routes, MAPPER, APIGatewayV2HTTPEvent.class, handler),
                Events.httpApi("POST", "/payments", "k-1", "{}"));
    }

    @Test
    @DisplayName("C4 C14 of a REST API are guarded and replayed, with binary bodies as well")
    void restApi() {
        RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent> handler = (event, context) -> {
            shop.charges.incrementAndGet();
            return new APIGatewayProxyResponseEvent()
                    .withStatusCode(201)
                    .withHeaders(Map.of("Location", event.getPath() + "/1"))
                    .withBody(BINARY)
                    .withIsBase64Encoded(true);
        };
        answersOnceAndAgain(
                HttpHandler.of(routes, MAPPER, APIGatewayProxyRequestEvent.class, handler),
                Events.rest("POST", "/payments", "k-1", "{}"));
    }

    @Test
    @DisplayName("C4 C14 of a load balancer are guarded and replayed, with lists of headers if it sends them")
    void loadBalancer() {
        RequestHandler<ApplicationLoadBalancerRequestEvent, ApplicationLoadBalancerResponseEvent> handler =
                (event, context) -> {
                    shop.charges.incrementAndGet();
                    ApplicationLoadBalancerResponseEvent answer = new ApplicationLoadBalancerResponseEvent();
                    answer.setStatusCode(201);
                    answer.setMultiValueHeaders(Map.of("Location", List.of(event.getPath() + "/1")));
                    answer.setBody(BINARY);
                    answer.setIsBase64Encoded(true);
                    return answer;
                };
        String request = Events.loadBalancer("POST", "/payments", "k-1", "{}")
                .replaceFirst("\"headers\": \\{.*\\}", "\"multiValueHeaders\": {\"idempotency-key\": [\"k-1\"]}")
                .replaceFirst(
                        "\"queryStringParameters\": \\{.*\\}",
                        "\"multiValueQueryStringParameters\": {\"a\": [\"1\", \"2\"]}");
        HttpHandler function = HttpHandler.of(routes, MAPPER, ApplicationLoadBalancerRequestEvent.class, handler);
        answersOnceAndAgain(function, request);
        JsonNode again = RuntimeLoop.over(function).invoke(request);
        assertThat(again.at("/multiValueHeaders/Location/0").asText()).isEqualTo("/payments/1");
        assertThat(again.has("headers")).isFalse();
        String other = request.replace("\"2\"]", "\"3\"]");
        assertThat(RuntimeLoop.over(function).invoke(other).path("statusCode").asInt())
                .isEqualTo(422);
    }

    private LambdaGuard<Receipt> guard() {
        return LambdaGuard.of(shop.payments().build());
    }

    private Receipt call(LambdaGuard<Receipt> guard, Object event) {
        return guard.once(event, Invocation.usual(), () -> shop.charge(Shop.PAYMENT));
    }

    @Test
    @DisplayName("L2 have keys inside their bodies, as their JSON has")
    void keyInTheBody() {
        LambdaGuard<Receipt> guard = guard().key(EventPart.jmesPath("powertools_json(body).order"))
                .comparing(EventPart.jmesPath("powertools_json(body).cents"));
        for (int sent = 0; sent < 2; sent++) {
            APIGatewayProxyRequestEvent event = new APIGatewayProxyRequestEvent()
                    .withHeaders(Map.of("X-Amzn-Trace-Id", "Root=" + sent))
                    .withBody("{\"order\": 7, \"cents\": 1, \"at\": " + sent + "}");
            assertThat(call(guard, event).id()).isEqualTo("r-1");
        }
        SQSMessage message = new SQSMessage();
        message.setBody("{\"order\": 7, \"cents\": 2}");
        assertThatThrownBy(() -> call(guard, message)).isInstanceOf(MismatchException.class);
    }

    @Test
    @DisplayName("of SQS are guarded message by message")
    void messages() {
        LambdaGuard<Receipt> guard = guard().key(EventPart.at("/messageId")).comparing(EventPart.at("/body"));
        for (String delivery : List.of("receipt-1", "receipt-2")) {
            SQSMessage message = new SQSMessage();
            message.setMessageId("m-1");
            message.setReceiptHandle(delivery);
            message.setBody("{}");
            assertThat(call(guard, message).id()).isEqualTo("r-1");
        }
    }

    @Test
    @DisplayName("that Jackson cannot write are refused")
    void withoutJson() {
        SNSEvent.SNS message = new SNSEvent.SNS();
        message.setMessageId("m-1");
        message.setTimestamp(new DateTime(0));
        LambdaGuard<Receipt> guard = guard().key(EventPart.at("/messageId"));
        assertThatThrownBy(() -> call(guard, message))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("mapper");
        assertThat(shop.charges).hasValue(0);
    }
}
