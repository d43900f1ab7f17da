package dev.semel.boot.http;

import dev.semel.boot.SemelProperties;
import dev.semel.servlet.FormLimits;
import dev.semel.servlet.IdempotencyFilter;
import jakarta.servlet.MultipartConfigElement;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

/**
 * Settings of the server that also apply behind the filter: the limits of forms and multipart bodies, and whether
 * errors contain messages.
 */
final class ContainerSettings {
    private final Environment environment;
    private final @Nullable MultipartConfigElement multipart;

    ContainerSettings(Environment environment, @Nullable MultipartConfigElement multipart) {
        this.environment = environment;
        this.multipart = multipart;
    }

    /** Applies the settings to the filter. Settings of Semel take precedence over those of the server. */
    void apply(IdempotencyFilter filter, SemelProperties.Http settings) {
        Boolean messages = settings.errorMessages();
        if (messages == null ? includesMessages() : messages) {
            filter.showErrorMessages();
        }
        FormLimits limits = multipart == null
                ? FormLimits.standard()
                : FormLimits.standard().multipart(multipart);
        Integer parameters = first(settings.maxParameters(), "server.tomcat.max-parameter-count");
        Integer parts = first(settings.maxParts(), "server.tomcat.max-part-count");
        limits = parameters == null ? limits : limits.parameters(parameters);
        filter.formLimits(parts == null ? limits : limits.parts(parts));
    }

    /** Reads the property of Spring Boot 3, then that of Spring Boot 4. */
    private boolean includesMessages() {
        String choice = environment.getProperty(
                "server.error.include-message", environment.getProperty("spring.web.error.include-message", "never"));
        return choice.toLowerCase(Locale.ROOT).equals("always");
    }

    private @Nullable Integer first(@Nullable Integer choice, String otherwise) {
        return choice == null ? environment.getProperty(otherwise, Integer.class) : choice;
    }
}
