package dev.semel.spring;

import java.util.List;

/** Idempotent methods cannot be guarded. Fails the start; the message lists all problems. */
public final class NotGuardedException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    private final String what;
    private final transient List<String> problems;

    /**
     * Creates an exception.
     *
     * @param what what cannot be guarded, as the beginning of a sentence
     * @param problems the reasons, each with what to do
     */
    public NotGuardedException(String what, List<String> problems) {
        super(what + ": " + String.join("; ", problems));
        this.what = what;
        this.problems = List.copyOf(problems);
    }

    /** Returns what cannot be guarded, as the beginning of a sentence. */
    public String what() {
        return what;
    }

    /** Returns the reasons, each with what to do. */
    public List<String> problems() {
        return problems;
    }
}
