package dev.semel.demo;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Orders. A duplicate while one is running is told where to look. */
@RestController
class Orders {
    private final Work work;

    Orders(Work work) {
        this.work = work;
    }

    record Order(String id, String item, long quantity, String status) {}

    @PostMapping(path = "/orders", produces = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.CREATED)
    Order create(HttpServletRequest request) throws IOException {
        Body body = Body.of(request);
        Order order = new Order(
                "ord_" + UUID.randomUUID().toString().replace("-", ""),
                body.text("item", 100),
                body.number("quantity", 1_000_000),
                "PLACED");
        work.happen("orders.create", KeyHeader.of(request), request);
        return order;
    }
}
