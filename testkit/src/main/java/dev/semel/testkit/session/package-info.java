/**
 * The contract of the ways in which an operation can run: under a lease, as a stage, or in a transaction. Start reading at {@link
 * dev.semel.testkit.session.SessionContract}. A {@link dev.semel.testkit.session.Form} is one way of running, and its {@link
 * dev.semel.testkit.session.Trait}s are the differences that it declares. It knows core, JDBC and the tools of {@link dev.semel.testkit}.
 */
@NullMarked
package dev.semel.testkit.session;

import org.jspecify.annotations.NullMarked;
