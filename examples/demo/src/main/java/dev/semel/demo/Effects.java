package dev.semel.demo;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Everything that really happened, for anybody to count. */
@RestController
class Effects {
    private final Ledger ledger;

    Effects(Ledger ledger) {
        this.ledger = ledger;
    }

    @GetMapping("/effects")
    List<Effect> all(@RequestParam(name = "operation", required = false) @Nullable String operation) {
        return ledger.effects(operation == null || operation.isEmpty() ? null : operation);
    }
}
