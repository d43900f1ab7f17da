/**
 * Calls of idempotent methods: their keys, policies, transactions and results. Start reading at {@link
 * dev.semel.spring.method.GuardedMethods}. This internal package knows {@link dev.semel.spring}, {@link dev.semel.spring.transaction} and {@link
 * dev.semel.spring.result}.
 */
@NullMarked
package dev.semel.spring.method;

import org.jspecify.annotations.NullMarked;
