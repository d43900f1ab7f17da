package dev.semel.demo.endpoint;

import dev.semel.boot.Quotas;
import dev.semel.counter.Quota;
import dev.semel.demo.request.CallerHeader;
import dev.semel.http.quota.RouteQuota;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** How much of its quota a caller has used. Which requests count is configured in application.yml. */
@RestController
class Usage {
    private final ObjectProvider<Quotas> quotas;

    /** Takes a provider, since there are no quotas if Semel is disabled by {@code semel.enabled}. */
    Usage(ObjectProvider<Quotas> quotas) {
        this.quotas = quotas;
    }

    record Used(String subject, String window, long count, long limit, long remaining, String resetsAt) {}

    @GetMapping("/usage")
    Used ofCaller(HttpServletRequest request) {
        String subject = RouteQuota.subjectOf(CallerHeader.of(request));
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
