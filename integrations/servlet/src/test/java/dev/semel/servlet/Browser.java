package dev.semel.servlet;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A real HTTP client. */
final class Browser {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final URI root;

    Browser(URI root) {
        this.root = root;
    }

    /** A request that is not sent yet. */
    final class Ask {
        private final HttpRequest.Builder builder;
        private String method = "POST";
        private BodyPublisher body = BodyPublishers.ofString("{}");

        private Ask(String path) {
            builder = HttpRequest.newBuilder(URI.create(root + path)).timeout(Duration.ofSeconds(60));
        }

        Ask key(String key) {
            return header("Idempotency-Key", key);
        }

        Ask as(String principal) {
            return header("X-Principal", principal);
        }

        Ask header(String name, String value) {
            builder.header(name, value);
            return this;
        }

        Ask method(String choice) {
            method = choice;
            return this;
        }

        Ask body(String text) {
            return body(BodyPublishers.ofString(text));
        }

        Ask body(BodyPublisher choice) {
            body = choice;
            return this;
        }

        HttpResponse<byte[]> send() {
            try {
                return CLIENT.send(builder.method(method, body).build(), BodyHandlers.ofByteArray());
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        CompletableFuture<HttpResponse<byte[]>> sendAsync() {
            return CLIENT.sendAsync(builder.method(method, body).build(), BodyHandlers.ofByteArray());
        }
    }

    Ask to(String path) {
        return new Ask(path);
    }

    static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    static boolean isReplay(HttpResponse<byte[]> response) {
        return response.headers().firstValue("Idempotency-Replayed").equals(java.util.Optional.of("true"));
    }
}
