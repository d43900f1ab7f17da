package dev.semel.demo.endpoint;

import dev.semel.demo.ledger.DemoLedger;
import dev.semel.demo.ledger.Payment;
import dev.semel.demo.request.CallerHeader;
import dev.semel.demo.request.JsonBody;
import dev.semel.demo.request.KeyHeader;
import dev.semel.demo.request.RequestProblem;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Payments and refunds. Nothing here makes them take effect once: that is configured in application.yml. */
@RestController
@RequestMapping(path = "/payments", produces = MediaType.APPLICATION_JSON_VALUE)
class Payments {
    private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");
    private static final long MOST = 1_000_000_000;

    private final DemoLedger ledger;
    private final DemoWork work;

    Payments(DemoLedger ledger, DemoWork work) {
        this.ledger = ledger;
        this.work = work;
    }

    @PostMapping
    ResponseEntity<Payment> create(HttpServletRequest request) throws IOException {
        JsonBody body = JsonBody.of(request);
        Payment payment = new Payment(
                "pay_" + UUID.randomUUID().toString().replace("-", ""),
                body.text("account", 64),
                body.number("amount", MOST),
                body.text("currency", CURRENCY, "three capital letters, such as EUR"),
                "CAPTURED");
        work.happen("payments.create", KeyHeader.of(request), request, () -> {
            ledger.add(payment);
            return true;
        });
        return ResponseEntity.created(URI.create("/payments/" + payment.id())).body(payment);
    }

    @GetMapping
    List<Payment> all() {
        return ledger.payments();
    }

    @GetMapping("/{id}")
    Payment one(@PathVariable("id") String id) {
        return ledger.payment(id).orElseThrow(Payments::unknown);
    }

    @DeleteMapping("/{id}")
    Payment refund(@PathVariable("id") String id, HttpServletRequest request) {
        String key = KeyHeader.of(request);
        String by = CallerHeader.of(request) + " " + key;
        one(id);
        work.happen("payments.refund", key, request, () -> ledger.refund(id, by));
        // Thrown here and not in the work: it would roll the transaction back, and then the response would not be
        // stored.
        if (!ledger.isRefundedBy(id, by)) {
            throw RequestProblem.of(409, "The payment was already refunded", "A payment can be refunded once.");
        }
        return one(id);
    }

    private static RequestProblem unknown() {
        return RequestProblem.of(404, "There is no such payment", "GET /payments lists all payments.");
    }
}
