package dev.semel.demo;

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

/** Payments and refunds. That they take effect once is not to be seen here: application.yml says so. */
@RestController
@RequestMapping(path = "/payments", produces = MediaType.APPLICATION_JSON_VALUE)
class Payments {
    private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");
    private static final long MOST = 1_000_000_000;

    private final Ledger ledger;
    private final Work work;

    Payments(Ledger ledger, Work work) {
        this.ledger = ledger;
        this.work = work;
    }

    @PostMapping
    ResponseEntity<Payment> create(HttpServletRequest request) throws IOException {
        Body body = Body.of(request);
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
        String by = Caller.of(request) + " " + key;
        one(id);
        work.happen("payments.refund", key, request, () -> ledger.refund(id, by));
        // Not in there: it would be rolled back, and what is rolled back is not stored.
        if (!ledger.isRefundedBy(id, by)) {
            throw Problem.of(409, "The payment was refunded before", "A payment can be refunded once.");
        }
        return one(id);
    }

    private static Problem unknown() {
        return Problem.of(404, "There is no such payment", "GET /payments lists those that there are.");
    }
}
