package dev.semel.boot.actuator;

import dev.semel.boot.overview.Overview;
import java.util.Set;

/** Explains to operators why there is no record: the operation is unknown, or the scope or the key is a different one. */
record Absence(Overview overview) {

    /**
     * Explains that an operation has no record with a scope and a key.
     *
     * @param scope the scope that was asked for; empty for none
     */
    String of(String operation, String scope) {
        Set<String> known = overview.operations().keySet();
        if (!known.contains(operation)) {
            return "this application has no operation of that name; it has "
                    + (known.isEmpty() ? "none yet" : String.join(", ", known));
        }
        boolean isOfRoute =
                overview.routes().stream().anyMatch(route -> route.operation().equals(operation));
        String missing = scope.isEmpty() ? "no scope was given, and " : "";
        return "the operation exists, and has no record with this scope and key: "
                + missing
                + (isOfRoute
                        ? "a route's scope is <principal>|<method> <path> by default, such as ada|POST /payments, with nothing before"
                                + " the bar for anonymous callers"
                        : "a method's scope is its expression's value or the principal")
                + "; or the retention of the record has ended";
    }
}
