/**
 * A double of Momento: a server that speaks its protocol with exact semantics, and can lose requests and replies. Momento has no server to run locally.
 * Start reading at {@link dev.semel.servers.momento.MomentoDouble}. It knows Momento's messages, and nothing of Semel.
 */
@NullMarked
package dev.semel.servers.momento;

import org.jspecify.annotations.NullMarked;
