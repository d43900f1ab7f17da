/**
 * JSON through Jackson: results, fingerprints of requests, and keys from payloads. Start reading at {@link dev.semel.jackson.JsonCodec}.
 * This package knows core and Jackson, and no store.
 */
@NullMarked
package dev.semel.jackson;

import org.jspecify.annotations.NullMarked;
