/**
 * The rules about one record, each group of them in a class, and the checker that applies them to a history. Start reading at {@link
 * dev.semel.testkit.history.rules.HistoryChecker}; a test rig that keeps its own stories calls {@link
 * dev.semel.testkit.history.rules.RecordRules}. It knows {@link dev.semel.testkit.history} only.
 */
@NullMarked
package dev.semel.testkit.history.rules;

import org.jspecify.annotations.NullMarked;
