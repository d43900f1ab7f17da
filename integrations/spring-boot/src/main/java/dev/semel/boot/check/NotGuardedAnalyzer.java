package dev.semel.boot.check;

import dev.semel.spring.NotGuardedException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.util.StringUtils;

/** Reports why methods with {@code @Idempotent} cannot be guarded. */
final class NotGuardedAnalyzer extends AbstractFailureAnalyzer<NotGuardedException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, NotGuardedException cause) {
        String what = StringUtils.capitalize(cause.what());
        String description = cause.problems().size() == 1
                ? what + ": " + cause.problems().get(0) + "."
                : FailureReport.of(what, cause.problems());
        return new FailureAnalysis(description, "Change each method or its @Idempotent as described.", rootFailure);
    }
}
