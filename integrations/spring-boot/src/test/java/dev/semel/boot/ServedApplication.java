package dev.semel.boot;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** An application that serves HTTP on a free port of 127.0.0.1, and requests to it. */
public final class ServedApplication implements AutoCloseable {
    private final HttpClient http = HttpClient.newHttpClient();
    private final ConfigurableApplicationContext context;

    private ServedApplication(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** Starts an application with settings, such as {@code semel.store=memory:}. */
    public static ServedApplication start(Class<?> application, String... settings) {
        Stream<String> always = Stream.of("server.port=0", "server.address=127.0.0.1", "spring.main.banner-mode=off");
        return new ServedApplication(new SpringApplication(application)
                .run(Stream.concat(always, Stream.of(settings))
                        .map("--"::concat)
                        .toArray(String[]::new)));
    }

    /** Returns a bean of the application. */
    public <B> B bean(Class<B> type) {
        return context.getBean(type);
    }

    /**
     * Sends a POST.
     *
     * @param user a user of {@link BasicSecurity}; empty if the request is anonymous
     * @param headers names and values in turn
     */
    public HttpResponse<String> post(String user, String path, String body, String... headers) {
        return send(request(user, path).POST(BodyPublishers.ofString(body)), headers);
    }

    /** Sends a GET by a user of {@link BasicSecurity}. */
    public HttpResponse<String> get(String user, String path) {
        return send(request(user, path).GET());
    }

    private HttpRequest.Builder request(String user, String path) {
        String port = context.getEnvironment().getRequiredProperty("local.server.port");
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofMinutes(2));
        if (!user.isEmpty()) {
            byte[] credentials = (user + ":pw").getBytes(StandardCharsets.UTF_8);
            request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials));
        }
        return request;
    }

    private HttpResponse<String> send(HttpRequest.Builder request, String... headers) {
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        try {
            return http.send(request.build(), BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
