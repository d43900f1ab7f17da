package dev.semel;

import org.jspecify.annotations.Nullable;

/**
 * What the next call gets after an owner has gone without settling: it crashed, or it is stuck and its lease has run out. The choices
 * are in {@link Policies}.
 *
 * @param <T> the type of the operation's result
 */
public sealed interface AfterAbandonment<T extends @Nullable Object>
        permits Policies.RunAgain, Policies.Hold, Policies.Reconcile {}
