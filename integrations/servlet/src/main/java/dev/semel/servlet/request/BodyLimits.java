package dev.semel.servlet.request;

/**
 * The limits for forms and multipart bodies. A negative number means no limit.
 *
 * @param parameters how many parameters a request may have
 * @param parts how many parts a request may have
 * @param partBytes how many bytes a part may have
 * @param requestBytes how many bytes a multipart body may have
 */
public record BodyLimits(int parameters, int parts, long partBytes, long requestBytes) {

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
        if (partBytes >= 0 && bytes > partBytes) {
            throw TooMuchException.size("a part", partBytes);
        }
    }

    void checkRequest(int bytes) {
        if (requestBytes >= 0 && bytes > requestBytes) {
            throw TooMuchException.size("the request", requestBytes);
        }
    }
}
