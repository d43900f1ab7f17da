package dev.semel.http;

import java.util.Set;

/** The meaning of an answer's status code for its request, as a default for routes and annotated controllers. */
public final class Statuses {
    private static final Set<Integer> NEVER_STORED = Set.of(401, 403, 408, 425, 429);
    private static final Set<Integer> REFUSALS = Set.of(400, 404, 405, 406, 411, 413, 414, 415, 417, 422, 428, 431);

    private Statuses() {}

    /** Returns whether an answer is stored by default: any below 500 other than 401, 403, 408, 425 and 429. */
    public static boolean isStored(int status) {
        return status < 500 && !NEVER_STORED.contains(status);
    }

    /** Returns whether the status means that the request itself is wrong, in any state of the application. */
    public static boolean isRefusal(int status) {
        return REFUSALS.contains(status);
    }

    /** Returns whether the status means that nothing was done: any 4xx other than 408, which an application may send after waiting within its work. */
    public static boolean isNothingDone(int status) {
        return status >= 400 && status < 500 && status != 408;
    }
}
