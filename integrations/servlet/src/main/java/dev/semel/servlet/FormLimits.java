package dev.semel.servlet;

import jakarta.servlet.MultipartConfigElement;

/**
 * How much of forms and multipart bodies guarded requests may have. The filter parses them from memory, so the container's limits don't apply behind
 * it. A request above a limit gets 400 if it has too many parameters or parts, and 413 if it is too large, unless the application catches the {@link
 * IllegalStateException} that asking for its parameters or parts throws. Immutable.
 */
public final class FormLimits {
    private static final FormLimits STANDARD = new FormLimits(1000, 50, -1, -1);

    private final int parameters;
    private final int parts;
    private final long fileBytes;
    private final long requestBytes;

    private FormLimits(int parameters, int parts, long fileBytes, long requestBytes) {
        this.parameters = parameters;
        this.parts = parts;
        this.fileBytes = fileBytes;
        this.requestBytes = requestBytes;
    }

    /** Returns the limits that a filter has by default: 1,000 parameters, 50 parts, and the bytes that the route takes. */
    public static FormLimits standard() {
        return STANDARD;
    }

    /** Returns these limits with another number of parameters, those of the query included. Defaults to 1,000; negative means any number. */
    public FormLimits parameters(int most) {
        return new FormLimits(most, parts, fileBytes, requestBytes);
    }

    /** Returns these limits with another number of parts. Defaults to 50; negative means any number. */
    public FormLimits parts(int most) {
        return new FormLimits(parameters, most, fileBytes, requestBytes);
    }

    /** Returns these limits with the sizes of a servlet's multipart configuration: that of each part and that of the whole request. */
    public FormLimits multipart(MultipartConfigElement config) {
        return new FormLimits(parameters, parts, config.getMaxFileSize(), config.getMaxRequestSize());
    }

    void checkParameters(int count) {
        if (parameters >= 0 && count > parameters) {
            throw TooMuchException.count("parameters", parameters);
        }
    }

    void checkParts(int count) {
        if (parts >= 0 && count > parts) {
            throw TooMuchException.count("parts", parts);
        }
    }

    void checkPart(int bytes) {
        if (fileBytes >= 0 && bytes > fileBytes) {
            throw TooMuchException.size("a part", fileBytes);
        }
    }

    void checkRequest(int bytes) {
        if (requestBytes >= 0 && bytes > requestBytes) {
            throw TooMuchException.size("the request", requestBytes);
        }
    }
}
