package dev.semel.spring.method;

import dev.semel.InvalidSettingsException;
import dev.semel.OperationBuilder;
import dev.semel.policy.AfterFailure;
import dev.semel.policy.Policies;
import dev.semel.policy.Policy;
import dev.semel.policy.Reconciler;
import dev.semel.spring.Idempotent;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.util.StringValueResolver;

/**
 * The policy that an annotation sets for its operation.
 *
 * @param problems the list to which errors are added
 */
record AnnotatedPolicy(
        Idempotent annotation, StringValueResolver placeholders, BeanFactory beans, List<String> problems) {

    /** Applies the policy over earlier settings. */
    void applyTo(OperationBuilder<@Nullable Object> builder) {
        Policy text = checked(() -> Policy.parse(resolved(annotation.policy())));
        builder.policy(attributes().over(text));
        if (!annotation.reconciler().isEmpty()) {
            builder.reconciler(reconciler(annotation.reconciler()));
        }
    }

    private Policy attributes() {
        String wait = resolved(annotation.waitUpTo());
        Policy policy = attribute("retention", resolved(annotation.retention()))
                .over(attribute("lease", resolved(annotation.lease())))
                .over(attribute("while-running", wait.isEmpty() ? "" : "wait(" + wait + ")"));
        Optional<AfterFailure> replayed = Arrays.stream(annotation.replayFailures())
                .<AfterFailure>map(Policies::replayFailures)
                .reduce(AfterFailure::orElse);
        return replayed.isPresent() ? policy.afterFailure(replayed.get()) : policy;
    }

    private Policy attribute(String setting, String value) {
        return checked(() -> Policy.DEFAULT.with(setting, value));
    }

    private Policy checked(Supplier<Policy> read) {
        try {
            return read.get();
        } catch (InvalidSettingsException e) {
            problems.addAll(e.problems());
            return Policy.DEFAULT;
        }
    }

    @SuppressWarnings("unchecked")
    private Reconciler<@Nullable Object> reconciler(String bean) {
        return beans.getBean(bean, Reconciler.class);
    }

    private String resolved(String text) {
        String resolved = placeholders.resolveStringValue(text);
        return resolved == null ? "" : resolved.strip();
    }
}
