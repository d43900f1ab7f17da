package dev.semel.boot.check;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches unless {@code semel.enabled} is false. A misspelt value turns nothing off: {@link SettingsCheck} reports it. */
public final class Enabled implements Condition {
    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        try {
            return Binder.get(context.getEnvironment())
                    .bind("semel.enabled", Boolean.class)
                    .orElse(true);
        } catch (BindException e) {
            return true;
        }
    }
}
