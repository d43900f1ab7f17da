/**
 * The contract of the ways in which an operation can run. Start from {@link dev.semel.testkit.session.SessionContract}; a {@link
 * dev.semel.testkit.session.Form} is one way, and its {@link dev.semel.testkit.session.Trait}s are where it differs.
 */
@NullMarked
package dev.semel.testkit.session;

import org.jspecify.annotations.NullMarked;
