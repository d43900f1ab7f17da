package dev.semel.demo;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Webhooks. Whoever sends them knows nothing of keys: the event's id is the key. */
@RestController
class Webhooks {
    private final Work work;

    Webhooks(Work work) {
        this.work = work;
    }

    record Receipt(String id, String type, String status) {}

    @PostMapping(path = "/webhooks", produces = MediaType.APPLICATION_JSON_VALUE)
    Receipt receive(HttpServletRequest request) throws IOException {
        Body body = Body.of(request);
        Receipt receipt = new Receipt(body.text("id", 200), body.text("type", 100), "RECEIVED");
        body.optionalObject("data");
        work.happen("webhooks.receive", receipt.id(), request);
        return receipt;
    }
}
