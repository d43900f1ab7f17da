/**
 * Proves stores and what is built on them: the contract of a store, faults, virtual time, and a checker of histories. Start from {@link
 * dev.semel.testkit.StoreContract}.
 */
@NullMarked
package dev.semel.testkit;

import org.jspecify.annotations.NullMarked;
