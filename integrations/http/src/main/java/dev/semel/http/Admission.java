package dev.semel.http;

import java.util.List;

/** Whether there is room for a request in the quota of its route. */
sealed interface Admission {

    /**
     * It may run.
     *
     * @param fields for its answer; none if nothing was counted now
     */
    record Granted(List<Header> fields) implements Admission {}

    /**
     * It may not.
     *
     * @param answer that says why
     */
    record Refused(Answer answer) implements Admission {}
}
