package dev.semel.policy;

/**
 * What the next call gets after an owner has gone without settling: it crashed, or it is stuck and its lease has
 * expired. The choices are in {@link Policies}.
 */
public sealed interface AfterAbandonment permits Policies.RunAgain, Policies.Hold, Policies.Reconcile {}
