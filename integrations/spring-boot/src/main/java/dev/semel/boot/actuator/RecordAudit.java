package dev.semel.boot.actuator;

import dev.semel.store.RecordId;
import java.security.Principal;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Audits what operators do to records: by an audit event and a log line, with the record's digest and without its key
 * and scope.
 */
final class RecordAudit {
    private static final Logger LOG = LoggerFactory.getLogger("dev.semel.boot");

    private final ApplicationEventPublisher events;

    RecordAudit(ApplicationEventPublisher events) {
        this.events = events;
    }

    /**
     * Runs an action and audits it, even if it fails.
     *
     * @param type the type of the audit event
     */
    String audited(String type, RecordId id, @Nullable Principal actor, Supplier<String> action) {
        String outcome = "failed";
        try {
            outcome = action.get();
            return outcome;
        } finally {
            publish(type, id, actor, outcome);
        }
    }

    private void publish(String type, RecordId id, @Nullable Principal actor, String outcome) {
        String who = actor == null ? "anonymous" : actor.getName();
        LOG.info("{} of the record {} by {}: {}", type, id, who, outcome);
        Map<String, Object> data = Map.of("operation", id.operation(), "record", id.toString(), "outcome", outcome);
        events.publishEvent(new AuditApplicationEvent(who, type, data));
    }
}
