/**
 * The paths of requests: their readings in canonical form, and the patterns of routes. Start reading at {@link
 * dev.semel.http.path.RequestPath}. This internal package knows nothing else of Semel.
 */
@NullMarked
package dev.semel.http.path;

import org.jspecify.annotations.NullMarked;
