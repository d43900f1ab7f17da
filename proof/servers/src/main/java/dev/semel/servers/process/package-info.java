/**
 * Programs and their processes on this machine: finds and starts them, waits for them, reserves their ports, and ends them with the JVM. Start reading
 * at {@link dev.semel.servers.process.Launcher}. It knows no database.
 */
@NullMarked
package dev.semel.servers.process;

import org.jspecify.annotations.NullMarked;
