package dev.semel.boot;

import dev.semel.store.RecordId;
import java.security.Principal;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.context.ApplicationEventPublisher;

/** Tells of what operators do to records: by an audit event and a line in the log, with the record's digest, without its key and scope. */
final class RecordAudit {
    private static final Logger LOG = LoggerFactory.getLogger("dev.semel.boot");

    private final ApplicationEventPublisher events;

    RecordAudit(ApplicationEventPublisher events) {
        this.events = events;
    }

    /**
     * Runs an action and tells of it, also if it fails.
     *
     * @param type of the audit event
     */
    String audited(String type, RecordId id, @Nullable Principal actor, Supplier<String> action) {
        String outcome = "failed";
        try {
            outcome = action.get();
            return outcome;
        } finally {
            tell(type, id, actor, outcome);
        }
    }

    private void tell(String type, RecordId id, @Nullable Principal actor, String outcome) {
        String who = actor == null ? "anonymous" : actor.getName();
        LOG.info("{} of the record {} by {}: {}", type, id, who, outcome);
        Map<String, Object> data = Map.of("operation", id.operation(), "record", id.toString(), "outcome", outcome);
        events.publishEvent(new AuditApplicationEvent(who, type, data));
    }
}
