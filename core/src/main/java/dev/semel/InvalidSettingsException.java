package dev.semel;

import java.util.List;

/** Settings were refused. All that is wrong with them is said at once. */
public final class InvalidSettingsException extends SemelException {
    private final transient List<String> problems;

    /**
     * Refuses settings.
     *
     * @param what cannot be built
     * @param problems that were found, one sentence each
     */
    public InvalidSettingsException(String what, List<String> problems) {
        super(what + " can't be built: " + String.join("; ", problems), null);
        this.problems = List.copyOf(problems);
    }

    /** What is wrong, one sentence each. */
    public List<String> problems() {
        return problems;
    }
}
