/**
 * Private real servers for tests, on free ports in temporary folders, and a proxy that loses requests and replies. Start reading at
 * {@link dev.semel.servers.Server}, then at {@link dev.semel.servers.FlakyProxy}. It knows the programs of each database, and nothing of Semel.
 */
@NullMarked
package dev.semel.servers;

import org.jspecify.annotations.NullMarked;
