package dev.semel.demo.endpoint;

import dev.semel.demo.request.JsonBody;
import dev.semel.demo.request.KeyHeader;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Orders. A duplicate of a running order gets a status address. */
@RestController
class Orders {
    private final DemoWork work;

    Orders(DemoWork work) {
        this.work = work;
    }

    record Order(String id, String item, long quantity, String status) {}

    @PostMapping(path = "/orders", produces = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.CREATED)
    Order create(HttpServletRequest request) throws IOException {
        JsonBody body = JsonBody.of(request);
        Order order = new Order(
                "ord_" + UUID.randomUUID().toString().replace("-", ""),
                body.text("item", 100),
                body.number("quantity", 1_000_000),
                "PLACED");
        work.happen("orders.create", KeyHeader.of(request), request);
        return order;
    }
}
