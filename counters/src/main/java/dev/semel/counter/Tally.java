package dev.semel.counter;

import java.time.Instant;

/**
 * A count in its window.
 *
 * @param counter the counter's name
 * @param count what has been counted in the window, with what this call added
 * @param window the window's name, such as {@code 2026-11}
 * @param resetsAt the first instant after the window; for a session, when it ends if nothing more comes
 */
public record Tally(String counter, long count, String window, Instant resetsAt) {}
