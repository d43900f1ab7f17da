package dev.semel.policy;

import java.util.Objects;

/**
 * What the next call gets after the work has thrown. The choices are in {@link Policies}. An exception of which the choice does not speak
 * counts as {@link Policies#runAgain()} if that is the policy after abandonment too, and as {@link Policies#asAbandoned()} if not.
 */
public sealed interface AfterFailure
        permits Policies.RunAgain,
                Policies.Forget,
                Policies.ReplayFailures,
                Policies.AsAbandoned,
                Policies.StillRunning,
                Policies.FirstThat {

    /** This choice, and another one for exceptions of which this one does not speak. */
    default AfterFailure orElse(AfterFailure other) {
        return new Policies.FirstThat(this, Objects.requireNonNull(other, "other"));
    }
}
