package dev.semel.policy;

import java.util.Objects;

/**
 * What the next call gets after the work has thrown. The choices are in {@link Policies}. An exception that the choice
 * does not cover counts as {@link Policies#runAgain()} if that is also the policy after abandonment, and otherwise as
 * {@link Policies#asAbandoned()}.
 */
public sealed interface AfterFailure
        permits Policies.RunAgain,
                Policies.Forget,
                Policies.ReplayFailures,
                Policies.AsAbandoned,
                Policies.StillRunning,
                Policies.FirstThat {

    /** Returns this choice, combined with another one for exceptions that this one does not cover. */
    default AfterFailure orElse(AfterFailure other) {
        return new Policies.FirstThat(this, Objects.requireNonNull(other, "other"));
    }
}
