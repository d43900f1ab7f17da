package dev.semel.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class DynamoDbLocalTest {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final Duration GENEROUS = Duration.ofMinutes(1);
    private static final Duration SILENCE = Duration.ofSeconds(3);
    private static DynamoDbLocal server;

    @BeforeAll
    static void start() throws Exception {
        server = DynamoDbLocal.start();
        assertThat(ask(server.uri(), GENEROUS, "CreateTable", """
                {"TableName": "entry", "BillingMode": "PAY_PER_REQUEST",
                 "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
                 "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}]}""")).contains("ACTIVE");
    }

    @AfterAll
    static void close() {
        server.close();
    }

    @Test
    void an_item_survives_a_kill_and_a_restart() throws Exception {
        put(server.uri(), GENEROUS, "kept");
        server.kill();
        server.restart();
        assertThat(get(GENEROUS, "kept")).contains("kept");
    }

    @Test
    void a_paused_server_keeps_silent_and_a_resumed_one_goes_on() throws Exception {
        server.pause();
        assertThatThrownBy(() -> get(SILENCE, "any")).isInstanceOf(IOException.class);
        server.resume();
        assertThat(get(GENEROUS, "any")).isEqualTo("{}");
    }

    @Test
    void an_item_is_there_when_the_reply_is_lost() throws Exception {
        try (FlakyProxy proxy = FlakyProxy.to(server)) {
            proxy.loseReplyTo("lost-reply");
            assertThatThrownBy(() -> put(server.uri(proxy), GENEROUS, "lost-reply"))
                    .isInstanceOf(IOException.class);
        }
        assertThat(get(GENEROUS, "lost-reply")).contains("lost-reply");
    }

    private static void put(String uri, Duration limit, String id) throws Exception {
        ask(uri, limit, "PutItem", "{\"TableName\": \"entry\", \"Item\": {\"id\": {\"S\": \"" + id + "\"}}}");
    }

    private static String get(Duration limit, String id) throws Exception {
        return ask(
                server.uri(),
                limit,
                "GetItem",
                "{\"TableName\": \"entry\", \"Key\": {\"id\": {\"S\": \"" + id + "\"}}}");
    }

    private static String ask(String uri, Duration limit, String action, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(uri))
                .timeout(limit)
                .header("Content-Type", "application/x-amz-json-1.0")
                .header("X-Amz-Target", "DynamoDB_20120810." + action)
                .header(
                        "Authorization",
                        "AWS4-HMAC-SHA256 Credential=test/20260101/eu-west-1/dynamodb/aws4_request,"
                                + " SignedHeaders=host, Signature=unchecked")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }
}
