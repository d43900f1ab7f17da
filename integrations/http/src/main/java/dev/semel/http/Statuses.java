package dev.semel.http;

import java.util.Set;

/** What the status code of an answer says about the request, as a default for routes and annotated controllers alike. */
public final class Statuses {
    private static final Set<Integer> NEVER_STORED = Set.of(401, 403, 408, 425, 429);
    private static final Set<Integer> REFUSALS = Set.of(400, 404, 405, 406, 411, 413, 414, 415, 417, 422, 428, 431);

    private Statuses() {}

    /** Returns whether an answer is stored by default: any below 500 other than 401, 403, 408, 425 and 429. */
    public static boolean isStored(int status) {
        return status < 500 && !NEVER_STORED.contains(status);
    }

    /** Whether the request itself is wrong, whatever the state of the business. */
    static boolean isRefusal(int status) {
        return REFUSALS.contains(status);
    }

    /** Any 4xx other than 408, which an application may answer after waiting within its work. */
    static boolean isNothingDone(int status) {
        return status >= 400 && status < 500 && status != 408;
    }
}
