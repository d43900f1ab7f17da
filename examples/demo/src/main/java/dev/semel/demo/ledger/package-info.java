/**
 * The rows of the demo: payments, and the log of effects. Start reading at {@link dev.semel.demo.ledger.DemoLedger}. It
 * knows SQL, and nothing of Semel or HTTP.
 */
@NullMarked
package dev.semel.demo.ledger;

import org.jspecify.annotations.NullMarked;
