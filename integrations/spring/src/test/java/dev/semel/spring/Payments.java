package dev.semel.spring;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.http.ResponseEntity;

/** Methods with all kinds of arguments and results. */
class Payments {
    record Request(String id, int amount) {}

    record Receipt(String id, int run) {}

    final AtomicInteger runs = new AtomicInteger();

    int run() {
        return runs.incrementAndGet();
    }

    @Idempotent(operation = "payments.create", key = "#request.id")
    Receipt pay(Request request) {
        return new Receipt(request.id(), run());
    }

    @Idempotent(operation = "payments.scoped", key = "#p1", scope = "#tenant")
    Receipt payFor(String tenant, String key) {
        return new Receipt(tenant + key, run());
    }

    @Idempotent(operation = "payments.some", key = "#key", fingerprint = "#request.amount")
    int some(String key, Request request) {
        return run();
    }

    @Idempotent(operation = "payments.nothing", key = "'nightly'")
    void nothing() {
        run();
    }

    @Idempotent(operation = "payments.list", key = "#key")
    List<Map<String, Receipt>> list(String key) {
        return List.of(Map.of("a", new Receipt(key, run())));
    }

    @Idempotent(operation = "payments.null", key = "#key")
    Receipt nullable(String key) {
        run();
        return null;
    }

    @Idempotent(operation = "payments.optional", key = "#key")
    Optional<Receipt> optional(String key, boolean there) {
        return there ? Optional.of(new Receipt(key, run())) : none();
    }

    private Optional<Receipt> none() {
        run();
        return Optional.empty();
    }

    @Idempotent(operation = "payments.future", key = "#key", fingerprint = "#key")
    CompletableFuture<List<Receipt>> future(String key, CompletableFuture<String> gate) {
        int run = run();
        return gate.thenApply(name -> List.of(new Receipt(name, run)));
    }

    @Idempotent(operation = "payments.entity", key = "#key", fingerprint = "''")
    ResponseEntity<Receipt> entity(String key, int status) {
        return ResponseEntity.status(status)
                .header("Location", "/receipts/" + key)
                .header("Set-Cookie", "secret=1")
                .header("Link", "<a>", "<b>")
                .body(new Receipt(key, run()));
    }

    @Idempotent(operation = "payments.entityLater", key = "#key", fingerprint = "''")
    CompletableFuture<ResponseEntity<Void>> entityLater(String key, int status) {
        run();
        return CompletableFuture.completedFuture(ResponseEntity.status(status).build());
    }

    @Idempotent(operation = "payments.failing", key = "#key")
    String failing(String key, boolean fails) throws IOException {
        run();
        throw new IOException("run " + runs);
    }

    @Idempotent(operation = "payments.declined", key = "#key", replayFailures = IllegalArgumentException.class)
    String declined(String key) {
        throw new IllegalArgumentException("declined " + run());
    }

    @Idempotent(operation = "payments.any", key = "#key", policy = "without-key=run-unprotected")
    int any(Object key) {
        return run();
    }

    @Idempotent(operation = "payments.context", key = "#key")
    String context(String key) {
        return CurrentAttempt.get().childKey("card");
    }

    @Idempotent(operation = "payments.bytes", key = "#p0.length")
    byte[] bytes(byte[] body) {
        body = Arrays.copyOf(body, body.length);
        body[0] = (byte) run();
        return body;
    }

    @Idempotent(
            operation = "payments.settings",
            key = "#key",
            retention = "${retention:90m}",
            lease = "PT10S",
            waitUpTo = "5s",
            policy = "after-abandonment=hold; without-store=run-unprotected")
    String settings(String key) {
        return key;
    }
}
