/**
 * The contract that every store must pass, as tests. Start reading at {@link dev.semel.testkit.store.StoreContract}, which an author of a
 * store extends; each class whose name ends in {@code Cases} is one theme of it. It knows core, the tools of {@link dev.semel.testkit} and
 * the checker of histories.
 */
@NullMarked
package dev.semel.testkit.store;

import org.jspecify.annotations.NullMarked;
