package dev.semel.servlet;

import dev.semel.servlet.request.BodyLimits;
import jakarta.servlet.MultipartConfigElement;

/**
 * Limits for the forms and multipart bodies of guarded requests. The filter parses them from memory, so the container's limits don't apply behind
 * it. A request above a limit gets 400 if it has too many parameters or parts, and 413 if it is too large, unless the application catches the {@link
 * IllegalStateException} that reading its parameters or parts throws. Immutable.
 */
public final class FormLimits {
    private static final FormLimits STANDARD = new FormLimits(new BodyLimits(1000, 50, -1, -1));

    private final BodyLimits limits;

    private FormLimits(BodyLimits limits) {
        this.limits = limits;
    }

    /** Returns the default limits of a filter: 1,000 parameters, 50 parts, and the body limit of the route. */
    public static FormLimits standard() {
        return STANDARD;
    }

    /** Returns these limits with another number of parameters, those of the query included. Defaults to 1,000; negative means any number. */
    public FormLimits parameters(int most) {
        return new FormLimits(new BodyLimits(most, limits.parts(), limits.partBytes(), limits.requestBytes()));
    }

    /** Returns these limits with another number of parts. Defaults to 50; negative means any number. */
    public FormLimits parts(int most) {
        return new FormLimits(new BodyLimits(limits.parameters(), most, limits.partBytes(), limits.requestBytes()));
    }

    /** Returns these limits with the sizes of a servlet's multipart configuration: that of each part and that of the whole request. */
    public FormLimits multipart(MultipartConfigElement config) {
        return new FormLimits(new BodyLimits(
                limits.parameters(), limits.parts(), config.getMaxFileSize(), config.getMaxRequestSize()));
    }

    BodyLimits limits() {
        return limits;
    }
}
