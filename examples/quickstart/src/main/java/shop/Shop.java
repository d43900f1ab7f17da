package shop;

import java.net.URI;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class Shop {
    record Payment(String account, long amount) {}

    record Receipt(long id) {}

    private final AtomicLong charges = new AtomicLong();

    @PostMapping("/payments")
    ResponseEntity<Receipt> pay(@RequestBody Payment payment) {
        long id = charges.incrementAndGet();
        return ResponseEntity.created(URI.create("/payments/" + id)).body(new Receipt(id));
    }

    public static void main(String[] arguments) {
        SpringApplication.run(Shop.class, arguments);
    }
}
