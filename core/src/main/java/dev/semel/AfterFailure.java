package dev.semel;

/** What the next call gets after the work has thrown. The choices are in {@link Policies}. */
public sealed interface AfterFailure permits Policies.RunAgain, Policies.ReplayFailures {}
