package dev.semel.boot.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Finds names below {@code semel} that are not settings: a misspelt name could leave requests unprotected. Environment
 * variables are ignored, since their names are ambiguous. System properties count only if they resemble a setting.
 */
final class UnknownSettings {
    private UnknownSettings() {}

    /** Returns descriptions by the names as they were written. The first of several sources of a name counts. */
    static Map<String, String> in(ConfigurableEnvironment environment) {
        Map<String, String> found = new LinkedHashMap<>();
        for (PropertySource<?> source : environment.getPropertySources()) {
            boolean fromEnvironment =
                    source.getName().endsWith(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
            if (source instanceof EnumerablePropertySource<?> all && !fromEnvironment) {
                addUnknown(all, found);
            }
        }
        return found;
    }

    private static void addUnknown(EnumerablePropertySource<?> source, Map<String, String> found) {
        boolean mayBeOthers = source.getName().equals(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
        for (String name : source.getPropertyNames()) {
            SettingName setting = SettingName.of(name);
            if (setting == null || setting.isKnown()) {
                continue;
            }
            String suggestion = setting.suggestion();
            if (suggestion != null || !mayBeOthers) {
                found.putIfAbsent(name, description(name, suggestion, OriginLookup.getOrigin(source, name)));
            }
        }
    }

    private static String description(String name, @Nullable String suggestion, @Nullable Origin origin) {
        List<String> parts = new ArrayList<>(List.of(name));
        if (origin != null) {
            parts.add("(" + origin + ")");
        }
        parts.add("is not a setting of Semel");
        if (suggestion != null) {
            parts.add("- did you mean " + suggestion + "?");
        }
        return String.join(" ", parts);
    }
}
