package dev.semel.policy;

/** What a call gets when the store can't be reached. The choices are in {@link Policies}. */
public sealed interface WithoutStore permits Policies.Refuse, Policies.RunUnprotected {}
