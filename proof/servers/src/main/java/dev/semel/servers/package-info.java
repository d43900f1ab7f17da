/**
 * Starts private real servers for tests, on free ports in temporary folders, and stops them again. Start from {@link
 * dev.semel.servers.Server}, or put a {@link dev.semel.servers.FlakyProxy} in front of one.
 */
@NullMarked
package dev.semel.servers;

import org.jspecify.annotations.NullMarked;
