/**
 * Records in Momento: their bytes, the claims and owner's writes on them. Start reading at {@link dev.semel.momento.record.MomentoClaims}, then {@link
 * dev.semel.momento.record.MomentoBytes}. This package knows the store SPI, the clock with its skew and the wire, and nothing about counts or about how an
 * application configures a store.
 */
@NullMarked
package dev.semel.momento.record;

import org.jspecify.annotations.NullMarked;
