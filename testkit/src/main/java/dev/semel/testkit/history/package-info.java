/**
 * Histories of what happened to records, and the rules that they are judged by. Start from {@link dev.semel.testkit.history.History} and
 * {@link dev.semel.testkit.history.HistoryChecker}; {@link dev.semel.testkit.history.Rule} lists the rules.
 */
@NullMarked
package dev.semel.testkit.history;

import org.jspecify.annotations.NullMarked;
