package dev.semel.spring.method;

import java.util.List;
import java.util.Locale;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringValueResolver;

/** The treatment of a transactional method whose store cannot take part in its transaction, by the property {@code semel.transactions}. */
enum Fallback {
    /** Its result is recorded under a lease, with a warning in the log. */
    IF_POSSIBLE,
    /** It is refused. */
    REQUIRED;

    private static final Log LOG = LogFactory.getLog("dev.semel.spring");

    static Fallback of(StringValueResolver placeholders) {
        String chosen = placeholders.resolveStringValue("${semel.transactions:if-possible}");
        String name = String.valueOf(chosen).strip().toUpperCase(Locale.ROOT).replaceAll("[-_]", "");
        return switch (name) {
            case "IFPOSSIBLE", "${SEMEL.TRANSACTIONS:IFPOSSIBLE}" -> IF_POSSIBLE;
            case "REQUIRED" -> REQUIRED;
            default ->
                throw new IllegalStateException(
                        "semel.transactions is \"" + chosen + "\"; must be if-possible or required");
        };
    }

    void apply(GuardedMethodSpec spec, String reason, List<String> problems) {
        if (this == REQUIRED) {
            problems.add("semel.transactions is required, but " + reason);
        } else {
            LOG.warn("The result of " + ClassUtils.getShortName(spec.target()) + "."
                    + spec.method().getName() + " (" + spec.operation()
                    + ") is recorded under a lease, after its transaction commits: the store cannot take part in that transaction."
                    + " Choose the mode LEASED to accept that, or set semel.transactions=required to forbid it");
        }
    }
}
