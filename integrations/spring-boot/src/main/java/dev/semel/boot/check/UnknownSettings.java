package dev.semel.boot.check;

import dev.semel.boot.SemelProperties.Reaction;
import dev.semel.boot.WrongSettingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Refuses names below {@code semel} that are not settings: a misspelt name could leave requests unprotected.
 * Environment variables are ignored, since their names are ambiguous. System properties count only if they resemble a
 * setting.
 */
public final class UnknownSettings implements BeanFactoryPostProcessor {
    private static final Logger LOG = LoggerFactory.getLogger("dev.semel.boot");

    private final Environment environment;

    /** Creates the check of an environment. */
    public UnknownSettings(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        Reaction reaction = Binder.get(environment)
                .bind("semel.unknown-settings", Reaction.class)
                .orElse(Reaction.FAIL);
        Map<String, String> found = reaction == Reaction.IGNORE ? Map.of() : in((ConfigurableEnvironment) environment);
        if (found.isEmpty()) {
            return;
        }
        String what = "Unknown settings below semel: " + String.join("; ", found.values());
        if (reaction == Reaction.FAIL) {
            throw new WrongSettingException(
                    what, "Correct or remove them, or set semel.unknown-settings=warn if other code reads them.");
        }
        LOG.warn("{}", what);
    }

    /** Returns descriptions by the names as they were written. The first of several sources of a name counts. */
    private static Map<String, String> in(ConfigurableEnvironment environment) {
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
        if (suggestion != null) {
            parts.add("- did you mean " + suggestion + "?");
        }
        return String.join(" ", parts);
    }
}
