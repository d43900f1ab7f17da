package dev.semel.demo;

import dev.semel.boot.Quotas;
import dev.semel.counter.Quota;
import dev.semel.http.RouteQuota;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** How much of its quota a caller has used up. That requests count, and which, is not to be seen here: application.yml says so. */
@RestController
class Usage {
    private final ObjectProvider<Quotas> quotas;

    /** Without Semel, which can be turned off by {@code semel.enabled}, there are none. */
    Usage(ObjectProvider<Quotas> quotas) {
        this.quotas = quotas;
    }

    record Used(String subject, String window, long count, long limit, long remaining, String resetsAt) {}

    @GetMapping("/usage")
    Used ofCaller(HttpServletRequest request) {
        String subject = RouteQuota.subjectOf(Caller.of(request));
        Quota month = quotas.getObject().get("requests").current(subject).get(0);
        return new Used(
                subject,
                month.tally().window(),
                month.tally().count(),
                month.limit(),
                month.remaining(),
                month.tally().resetsAt().toString());
    }
}
