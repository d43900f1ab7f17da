package dev.semel.boot.check;

import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.util.ClassUtils;
import org.springframework.util.unit.DataSize;

/**
 * Collects the values that cannot be converted to the type of their setting. Spring Boot alone would report the first of
 * them. The setting then has its default.
 */
final class WrongValues extends AbstractBindHandler {
    private final List<String> problems = new ArrayList<>();

    List<String> problems() {
        return problems;
    }

    @Override
    public @Nullable Object onFailure(
            ConfigurationPropertyName name, Bindable<?> target, BindContext context, Exception error) {
        ConfigurationProperty property = context.getConfigurationProperty();
        Class<?> type = ClassUtils.resolvePrimitiveIfNecessary(target.getType().resolve(Object.class));
        String where = property == null || property.getOrigin() == null ? "" : " (" + property.getOrigin() + ")";
        if (property == null || !property.getName().equals(name) || type == String.class) {
            // Also a placeholder without a value; its text may contain a secret.
            problems.add(name + where + " cannot be read" + (type == String.class ? "; check its placeholders" : ""));
        } else {
            problems.add(name + where + " is \"" + property.getValue() + "\"; must be " + expected(type));
        }
        return null;
    }

    private static String expected(Class<?> type) {
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .map(each ->
                            ((Enum<?>) each).name().toLowerCase(Locale.ROOT).replace('_', '-'))
                    .collect(Collectors.joining(" or "));
        } else if (type == Duration.class) {
            return "a duration, such as 500ms, 30s or 24h";
        } else if (type == DataSize.class) {
            return "a size, such as 512KB or 1MB";
        } else if (type == LocalTime.class) {
            return "a time of day, such as 22:30";
        } else if (type == ZoneId.class) {
            return "a time zone, such as UTC or Europe/Berlin";
        } else if (type == Boolean.class) {
            return "true or false";
        }
        return Number.class.isAssignableFrom(type) ? "a whole number" : "a " + type.getSimpleName();
    }
}
