/**
 * Takes a guarded request through the application, on its thread or asynchronously, and finishes its ticket. Start reading at {@link
 * dev.semel.servlet.run.Visit}, then {@code RequestRun}. This package knows the rules of HTTP, the buffered request and the buffered response,
 * and nothing about how the filter is configured.
 */
@NullMarked
package dev.semel.servlet.run;

import org.jspecify.annotations.NullMarked;
