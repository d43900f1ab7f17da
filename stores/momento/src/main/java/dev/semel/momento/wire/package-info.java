/**
 * The requests to Momento: a read, and a write on the condition that an item has certain bytes. Start reading at {@link
 * dev.semel.momento.wire.MomentoLink}. This package knows gRPC and Momento's messages and credentials, and nothing of records and counts.
 */
@NullMarked
package dev.semel.momento.wire;

import org.jspecify.annotations.NullMarked;
