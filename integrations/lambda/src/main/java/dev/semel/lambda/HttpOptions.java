package dev.semel.lambda;

import org.jspecify.annotations.Nullable;

/**
 * What was chosen for a function behind HTTP.
 *
 * @param principal who is asking; {@code null} if that is for the authorizer to say
 * @param principalRequired whether requests without a principal are refused, whether or not the event came through an authorizer
 * @param basePath what stands before the paths of the routes; empty if nothing does
 * @param off whether nothing is guarded
 */
record HttpOptions(@Nullable EventPart principal, boolean principalRequired, String basePath, boolean off) {

    HttpOptions withPrincipalRequired() {
        return new HttpOptions(principal, true, basePath, off);
    }

    HttpOptions withPrincipal(EventPart choice) {
        return new HttpOptions(choice, principalRequired, basePath, off);
    }

    HttpOptions withBasePath(String choice) {
        return new HttpOptions(principal, principalRequired, choice, off);
    }

    HttpOptions withOff(boolean choice) {
        return new HttpOptions(principal, principalRequired, basePath, choice);
    }
}
