/**
 * Answers that the application writes to memory, so that they are recorded before they are sent. Start reading at {@link
 * dev.semel.servlet.response.Draft}. This package knows the Servlet API and the rules of HTTP, and nothing about requests or about how they run.
 */
@NullMarked
package dev.semel.servlet.response;

import org.jspecify.annotations.NullMarked;
