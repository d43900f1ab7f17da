package dev.semel;

import java.util.List;

/** Settings were refused. The message lists all problems. */
public final class InvalidSettingsException extends SemelException {
    private final transient List<String> problems;

    /**
     * Creates an exception for refused settings.
     *
     * @param what the object that can't be built
     * @param problems one sentence each
     */
    public InvalidSettingsException(String what, List<String> problems) {
        super(what + " can't be built: " + String.join("; ", problems), null);
        this.problems = List.copyOf(problems);
    }

    /** Returns the problems, one sentence each. */
    public List<String> problems() {
        return problems;
    }
}
