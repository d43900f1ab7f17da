package dev.semel.demo.endpoint;

import dev.semel.demo.request.JsonBody;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Webhooks. Their senders send no keys: the id of the event is the key. */
@RestController
class Webhooks {
    private final DemoWork work;

    Webhooks(DemoWork work) {
        this.work = work;
    }

    record Receipt(String id, String type, String status) {}

    @PostMapping(path = "/webhooks", produces = MediaType.APPLICATION_JSON_VALUE)
    Receipt receive(HttpServletRequest request) throws IOException {
        JsonBody body = JsonBody.of(request);
        Receipt receipt = new Receipt(body.text("id", 200), body.text("type", 100), "RECEIVED");
        body.optionalObject("data");
        work.happen("webhooks.receive", receipt.id(), request);
        return receipt;
    }
}
