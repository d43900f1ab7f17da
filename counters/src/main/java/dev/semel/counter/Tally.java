package dev.semel.counter;

import java.time.Instant;

/**
 * A count in its window.
 *
 * @param counter the counter's name
 * @param count the count in the window, including what this call added
 * @param window the window's name, such as {@code 2026-11}
 * @param resetsAt the first instant after the window; for a session, when it ends without further hits
 */
public record Tally(String counter, long count, String window, Instant resetsAt) {}
