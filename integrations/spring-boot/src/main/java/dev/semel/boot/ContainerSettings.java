package dev.semel.boot;

import dev.semel.servlet.FormLimits;
import dev.semel.servlet.IdempotencyFilter;
import jakarta.servlet.MultipartConfigElement;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

/** What is set for the server and holds behind the filter, too: the limits of forms and multipart bodies, and what errors may say. */
final class ContainerSettings {
    private final Environment environment;
    private final @Nullable MultipartConfigElement multipart;

    ContainerSettings(Environment environment, @Nullable MultipartConfigElement multipart) {
        this.environment = environment;
        this.multipart = multipart;
    }

    void apply(IdempotencyFilter filter, SemelProperties.Http settings) {
        Boolean messages = settings.errorMessages();
        if (messages == null ? includesMessages() : messages) {
            filter.showsErrorMessages();
        }
        FormLimits limits = multipart == null
                ? FormLimits.standard()
                : FormLimits.standard().multipart(multipart);
        Integer parameters = first(settings.maxParameters(), "server.tomcat.max-parameter-count");
        Integer parts = first(settings.maxParts(), "server.tomcat.max-part-count");
        limits = parameters == null ? limits : limits.parameters(parameters);
        filter.formLimits(parts == null ? limits : limits.parts(parts));
    }

    /** The first is of Spring Boot 3, the other one of Spring Boot 4. */
    private boolean includesMessages() {
        String choice = environment.getProperty(
                "server.error.include-message", environment.getProperty("spring.web.error.include-message", "never"));
        return choice.toLowerCase(Locale.ROOT).equals("always");
    }

    private @Nullable Integer first(@Nullable Integer choice, String otherwise) {
        return choice == null ? environment.getProperty(otherwise, Integer.class) : choice;
    }
}
