package dev.semel.boot.check;

import dev.semel.boot.SemelProperties;
import dev.semel.boot.SemelProperties.Reaction;
import dev.semel.boot.WrongSettingException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.ConfigurationPropertiesBinding;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/**
 * Checks the settings below {@code semel} before anything is built from them, so that one message lists everything that
 * is wrong: unknown names, values of a wrong type, and values that no operation, route, quota or purge accepts.
 */
public final class SettingsCheck implements BeanFactoryPostProcessor {
    private static final Logger LOG = LoggerFactory.getLogger("dev.semel.boot");

    private final Environment environment;

    /** Creates the check of an environment. */
    public SettingsCheck(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        WrongValues values = new WrongValues();
        SemelProperties settings = bind(values);
        List<String> problems = new ArrayList<>();
        boolean hasUnknown = reportUnknown(settings.unknownSettings(), problems);
        if (!values.problems().isEmpty() && !hasConverters(beans)) {
            problems.addAll(values.problems());
        }
        new SettingRules(settings, problems).check();
        if (!problems.isEmpty()) {
            throw new WrongSettingException(
                    problems,
                    "Correct " + (problems.size() == 1 ? "it" : "them")
                            + (hasUnknown
                                    ? ", or set semel.unknown-settings=warn if other code reads the unknown settings."
                                    : "."));
        }
    }

    private SemelProperties bind(WrongValues values) {
        Binder binder = Binder.get(environment);
        Bindable<SemelProperties> target = Bindable.of(SemelProperties.class);
        try {
            return binder.bindOrCreate("semel", target, values);
        } catch (BindException e) {
            // Spring Boot reports it when it creates the bean.
            return new Binder(List.of()).bindOrCreate("semel", target);
        }
    }

    /** Returns whether there are unknown settings, and adds them to the problems if they are to fail the start. */
    private boolean reportUnknown(Reaction reaction, List<String> problems) {
        if (reaction == Reaction.IGNORE) {
            return false;
        }
        Collection<String> found =
                UnknownSettings.in((ConfigurableEnvironment) environment).values();
        if (reaction == Reaction.WARN) {
            if (!found.isEmpty()) {
                LOG.warn("Some settings are unknown: {}", String.join("; ", found));
            }
            return false;
        }
        problems.addAll(found);
        return !found.isEmpty();
    }

    /** Returns whether the application has converters for settings. They may accept what Spring Boot alone does not. */
    private static boolean hasConverters(ConfigurableListableBeanFactory beans) {
        return beans.getBeanNamesForAnnotation(ConfigurationPropertiesBinding.class).length > 0;
    }
}
