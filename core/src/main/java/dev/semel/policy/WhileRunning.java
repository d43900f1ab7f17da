package dev.semel.policy;

/** What a duplicate gets while the first call is still running. The choices are in {@link Policies}. */
public sealed interface WhileRunning permits Policies.Refuse, Policies.WaitUpTo, Policies.Accept {}
