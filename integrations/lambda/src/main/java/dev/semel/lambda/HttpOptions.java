package dev.semel.lambda;

/**
 * What was chosen for a function behind HTTP.
 *
 * @param principal who is asking
 * @param basePath what stands before the paths of the routes; empty if nothing does
 * @param off whether nothing is guarded
 */
record HttpOptions(EventPart principal, String basePath, boolean off) {

    HttpOptions withPrincipal(EventPart choice) {
        return new HttpOptions(choice, basePath, off);
    }

    HttpOptions withBasePath(String choice) {
        return new HttpOptions(principal, choice, off);
    }

    HttpOptions withOff(boolean choice) {
        return new HttpOptions(principal, basePath, choice);
    }
}
