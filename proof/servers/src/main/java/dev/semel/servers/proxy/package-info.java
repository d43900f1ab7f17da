/**
 * The connections through a proxy, and the faults that strike their bytes. Start reading at {@link dev.semel.servers.proxy.Link}. It knows sockets, and
 * no protocol.
 */
@NullMarked
package dev.semel.servers.proxy;

import org.jspecify.annotations.NullMarked;
