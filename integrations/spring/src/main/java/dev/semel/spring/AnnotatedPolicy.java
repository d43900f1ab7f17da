package dev.semel.spring;

import dev.semel.AfterFailure;
import dev.semel.OperationBuilder;
import dev.semel.Policies;
import dev.semel.Reconciler;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.format.datetime.standard.DurationFormatterUtils;
import org.springframework.util.StringValueResolver;

/** What an annotation says of the policy of its operation. */
record AnnotatedPolicy(Idempotent annotation, StringValueResolver placeholders, BeanFactory beans) {

    void applyTo(OperationBuilder<@Nullable Object> builder) {
        duration("retention", annotation.retention()).ifPresent(builder::retention);
        duration("lease", annotation.lease()).ifPresent(builder::lease);
        duration("waitUpTo", annotation.waitUpTo())
                .ifPresent(
                        limit -> builder.whileRunning(limit.isZero() ? Policies.refuse() : Policies.waitUpTo(limit)));
        Arrays.stream(annotation.replayFailures())
                .<AfterFailure>map(Policies::replayFailures)
                .reduce(AfterFailure::orElse)
                .ifPresent(builder::afterFailure);
        applyAbandonment(builder);
        applyWithout(builder);
    }

    private void applyAbandonment(OperationBuilder<@Nullable Object> builder) {
        if (!annotation.reconciler().isEmpty()) {
            builder.afterAbandonment(Policies.reconcile(reconciler(annotation.reconciler())));
            return;
        }
        switch (annotation.afterAbandonment()) {
            case RUN_AGAIN -> builder.afterAbandonment(Policies.runAgain());
            case HOLD -> builder.afterAbandonment(Policies.hold());
            case UNSET -> {}
        }
    }

    @SuppressWarnings("unchecked")
    private Reconciler<@Nullable Object> reconciler(String bean) {
        return beans.getBean(bean, Reconciler.class);
    }

    private void applyWithout(OperationBuilder<@Nullable Object> builder) {
        switch (annotation.withoutKey()) {
            case REFUSE -> builder.withoutKey(Policies.refuse());
            case RUN_UNPROTECTED -> builder.withoutKey(Policies.runUnprotected());
            case UNSET -> {}
        }
        switch (annotation.withoutStore()) {
            case REFUSE -> builder.withoutStore(Policies.refuse());
            case RUN_UNPROTECTED -> builder.withoutStore(Policies.runUnprotected());
            case UNSET -> {}
        }
    }

    private Optional<Duration> duration(String what, String text) {
        String resolved = placeholders.resolveStringValue(text);
        if (resolved == null || resolved.isBlank()) {
            return Optional.empty();
        }
        try {
            return Optional.of(DurationFormatterUtils.detectAndParse(resolved.strip()));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "its " + what + " is \"" + resolved + "\"; it must be a duration such as 30s, 25h or PT25H", e);
        }
    }
}
