/**
 * The record of what happened in a run: events, the histories that they form, and the names of the rules that they are judged by. Start
 * reading at {@link dev.semel.testkit.history.History}; {@link dev.semel.testkit.history.Rule} lists the rules, and {@link
 * dev.semel.testkit.history.rules} judges by them. It knows core and {@link dev.semel.testkit}, and nothing of how a history is judged.
 */
@NullMarked
package dev.semel.testkit.history;

import org.jspecify.annotations.NullMarked;
