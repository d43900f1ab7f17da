package dev.semel.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** An HTTP client of the demo. */
final class Client {
    static final String PAYMENT = "{\"account\":\"a-1\",\"amount\":1250,\"currency\":\"EUR\"}";

    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private final String address;
    private final String caller;

    Client(int port, String caller) {
        this("http://127.0.0.1:" + port, caller);
    }

    Client(String address, String caller) {
        this.address = address;
        this.caller = caller;
    }

    /** A response. */
    record Reply(HttpResponse<String> response) {
        int status() {
            return response.statusCode();
        }

        String body() {
            return response.body();
        }

        JsonNode json() {
            try {
                return JSON.readTree(response.body());
            } catch (IOException e) {
                throw new AssertionError(response.body(), e);
            }
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse(null);
        }

        boolean replayed() {
            return "true".equals(header("Idempotency-Replayed"));
        }
    }

    Reply get(String path) {
        return send("GET", path, "");
    }

    Reply post(String path, String body, String... headers) {
        return send("POST", path, body, headers);
    }

    Reply pay(String key, String... moreHeaders) {
        return postAsync("/payments", PAYMENT, with(key, moreHeaders)).join();
    }

    CompletableFuture<Reply> payAsync(String key, String... moreHeaders) {
        return postAsync("/payments", PAYMENT, with(key, moreHeaders));
    }

    CompletableFuture<Reply> postAsync(String path, String body, String... headers) {
        return http.sendAsync(request("POST", path, body, headers), BodyHandlers.ofString())
                .thenApply(Reply::new);
    }

    Reply send(String method, String path, String body, String... headers) {
        try {
            return new Reply(http.send(request(method, path, body, headers), BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new AssertionError(method + " " + path, e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private HttpRequest request(String method, String path, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path))
                .timeout(Duration.ofSeconds(30))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        if (caller != null) {
            request.header("X-Api-Key", caller);
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return request.build();
    }

    static String[] with(String key, String... more) {
        String[] all = new String[more.length + 2];
        all[0] = "Idempotency-Key";
        all[1] = key;
        System.arraycopy(more, 0, all, 2, more.length);
        return all;
    }

    /** Returns how many effects an operation had under a key of this caller. */
    long effects(String operation, String key) {
        long count = 0;
        for (JsonNode effect : get("/effects?operation=" + operation).json()) {
            boolean mine = effect.path("principal").asText().equals(caller == null ? "guest" : caller);
            count += mine && effect.path("key").asText().equals(key) ? 1 : 0;
        }
        return count;
    }
}
