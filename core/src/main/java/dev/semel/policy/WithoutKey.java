package dev.semel.policy;

/** What a call without a key gets. The choices are in {@link Policies}. */
public sealed interface WithoutKey permits Policies.Refuse, Policies.RunUnprotected {}
