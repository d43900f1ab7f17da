/**
 * Questions to a server in its own protocol: whether it is ready, and the commands that set up Redis. Start reading at
 * {@link dev.semel.servers.dialogue.Handshake}. It knows protocols, and not how a server is started.
 */
@NullMarked
package dev.semel.servers.dialogue;

import org.jspecify.annotations.NullMarked;
