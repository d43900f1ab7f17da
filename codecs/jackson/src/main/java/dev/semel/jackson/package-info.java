/**
 * JSON by Jackson: results, fingerprints of requests, and keys out of payloads. Start from {@link dev.semel.jackson.JsonCodec}.
 */
@NullMarked
package dev.semel.jackson;

import org.jspecify.annotations.NullMarked;
