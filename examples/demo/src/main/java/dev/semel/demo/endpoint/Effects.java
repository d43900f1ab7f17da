package dev.semel.demo.endpoint;

import dev.semel.demo.ledger.DemoLedger;
import dev.semel.demo.ledger.Effect;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The log of all effects, to be counted. */
@RestController
class Effects {
    private final DemoLedger ledger;

    Effects(DemoLedger ledger) {
        this.ledger = ledger;
    }

    @GetMapping("/effects")
    List<Effect> all(
            @RequestParam(name = "operation", required = false) @Nullable String operation,
            @RequestParam(name = "key", required = false) @Nullable String key) {
        return ledger.effects(given(operation), given(key));
    }

    private static @Nullable String given(@Nullable String parameter) {
        return parameter == null || parameter.isEmpty() ? null : parameter;
    }
}
