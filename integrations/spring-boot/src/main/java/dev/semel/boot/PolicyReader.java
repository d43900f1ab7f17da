package dev.semel.boot;

import dev.semel.InvalidSettingsException;
import dev.semel.policy.Policy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads policies from properties, and collects all problems under the full names of the properties. */
final class PolicyReader {
    private final List<String> problems = new ArrayList<>();
    private boolean unknown;

    /**
     * Reads one property and returns the policy with it. A problem is collected, and leaves the policy unchanged.
     *
     * @param policy the policy so far
     * @param prefix the prefix of the property's name, such as {@code semel.http.routes[0]}
     * @param value {@code null} if it is not set
     */
    Policy with(Policy policy, String prefix, String setting, @Nullable Object value) {
        if (value == null) {
            return policy;
        }
        try {
            return policy.with(setting, value.toString());
        } catch (InvalidSettingsException e) {
            e.problems().forEach(problem -> problems.add(prefix + "." + problem));
            return policy;
        }
    }

    /** Reports a property that is not a setting. */
    void unknown(String name) {
        unknown = true;
        problems.add(name + " is not a setting of an operation");
    }

    /**
     * Throws an exception if there were problems.
     *
     * @throws WrongSettingException with all problems
     */
    void throwIfAny() {
        if (!problems.isEmpty()) {
            throw new WrongSettingException(
                    problems,
                    unknown
                            ? "Use one of semel.operations.<name>.{" + String.join(", ", Policy.settings()) + "}."
                            : "Correct " + (problems.size() == 1 ? "it." : "them."));
        }
    }
}
