/**
 * Reads requests: their keys, bodies and fingerprints. Start reading at {@link dev.semel.http.request.Requests}. This internal package knows
 * {@link dev.semel.http} and {@link dev.semel.http.path}.
 */
@NullMarked
package dev.semel.http.request;

import org.jspecify.annotations.NullMarked;
